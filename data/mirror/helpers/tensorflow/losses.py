"""Helpers of programs that are carried to TensorFlow: losses."""
import math

import tensorflow as tf


def reduced(loss, reduction="mean"):
    if reduction == "none":
        return loss
    return tf.reduce_sum(loss) if reduction == "sum" else tf.reduce_mean(loss)


def class_terms(log_probabilities, target, weight, ignore):
    """Losses and weights per sample; classes stand in axis 1."""
    if len(log_probabilities.shape) > 2:
        log_probabilities = tf.experimental.numpy.moveaxis(log_probabilities, 1, -1)
    kept = target != ignore
    safe = tf.where(kept, target, tf.zeros_like(target))
    weight = tf.ones(log_probabilities.shape[-1], log_probabilities.dtype) if weight is None else weight
    weights = tf.gather(weight, safe) * tf.cast(kept, log_probabilities.dtype)
    picked = tf.gather(log_probabilities, safe, axis=-1, batch_dims=len(target.shape))
    smooth = -tf.reduce_sum(log_probabilities * weight, axis=-1) * tf.cast(kept, log_probabilities.dtype)
    return -picked * weights, weights, smooth / log_probabilities.shape[-1]


def nll_loss(x, target, weight=None, ignore=-100, reduction="mean"):
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    axis = 1 if len(x.shape) > 1 else 0
    logs = tf.nn.log_softmax(x, axis=axis)
    if target.dtype.is_floating:
        target = target * (1.0 - smoothing) + smoothing / x.shape[axis]
        losses = -tf.reduce_sum(logs * target * (1.0 if weight is None else weight), axis=axis)
        return reduced(losses, reduction)
    losses, weights, smooth = class_terms(logs, target, weight, ignore)
    losses = (1.0 - smoothing) * losses + smoothing * smooth
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def mse_loss(x, target, reduction="mean"):
    return reduced(tf.square(x - target), reduction)


def l1_loss(x, target, reduction="mean"):
    return reduced(tf.abs(x - target), reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    distance = tf.abs(x - target)
    return reduced(tf.where(distance < beta, 0.5 * tf.square(distance) / beta, distance - 0.5 * beta), reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    distance = tf.abs(x - target)
    return reduced(tf.where(distance <= delta, 0.5 * tf.square(distance), delta * (distance - 0.5 * delta)), reduction)


def binary_cross_entropy(x, target, reduction="mean"):
    logs = lambda p: tf.maximum(tf.math.log(p), -100.0)
    return reduced(-(target * logs(x) + (1.0 - target) * logs(1.0 - x)), reduction)


def binary_cross_entropy_with_logits(x, target, reduction="mean"):
    return reduced(tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=x), reduction)


def kl_div(x, target, reduction="mean", log_target=False):
    losses = tf.exp(target) * (target - x) if log_target else tf.math.xlogy(target, target) - target * x
    return tf.reduce_sum(losses) / x.shape[0] if reduction == "batchmean" else reduced(losses, reduction)


def hinge_embedding_loss(x, target, margin=1.0, reduction="mean"):
    zero = tf.zeros_like(x)
    return reduced(tf.where(target != 1, tf.maximum(margin - x, 0.0), zero) + tf.where(target != -1, x, zero), reduction)


def triplet_margin_loss(x, positive, negative, margin=1.0, reduction="mean"):
    near, far = tf.norm(x - positive + 1e-06, axis=-1), tf.norm(x - negative + 1e-06, axis=-1)
    return reduced(tf.nn.relu(near - far + margin), reduction)


def margin_ranking_loss(x, y, target, margin=0.0, reduction="mean"):
    return reduced(tf.nn.relu(-tf.cast(target, x.dtype) * (x - y) + margin), reduction)


def cosine_embedding_loss(x, y, target, margin=0.0, reduction="mean"):
    lengths = (tf.reduce_sum(x * x, axis=-1) + 1e-12) * (tf.reduce_sum(y * y, axis=-1) + 1e-12)
    cosine = tf.reduce_sum(x * y, axis=-1) / tf.sqrt(lengths)
    return reduced(tf.where(target == 1, 1.0 - cosine, tf.nn.relu(cosine - margin)), reduction)


def poisson_nll_loss(x, target, log_input=True, reduction="mean"):
    return reduced(tf.exp(x) - target * x if log_input else x - target * tf.math.log(x + 1e-08), reduction)


def gaussian_nll_loss(x, target, var, full=False, eps=1e-06, reduction="mean"):
    var = tf.maximum(var, eps)
    losses = 0.5 * (tf.math.log(var) + tf.square(x - target) / var)
    return reduced(losses + 0.5 * math.log(2.0 * math.pi) if full else losses, reduction)


def soft_margin_loss(x, target, reduction="mean"):
    return reduced(tf.math.log1p(tf.exp(-tf.cast(target, x.dtype) * x)), reduction)


def weighted_bce_with_logits(x, target, pos_weight, weight=None, reduction="mean"):
    losses = tf.nn.weighted_cross_entropy_with_logits(labels=target, logits=x, pos_weight=pos_weight)
    return reduced(losses if weight is None else losses * weight, reduction)
