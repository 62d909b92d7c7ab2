"""Helpers of programs that are carried to TensorFlow: losses."""
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
