"""Helpers of programs that are carried to TensorFlow: losses."""
import functools
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
    """Where what is given are logarithms of probabilities, the softmax in Keras' loss changes nothing."""
    if weight is None and len(x.shape) == 2 and bool(tf.reduce_all(tf.abs(tf.reduce_logsumexp(x, axis=1)) < 1e-4)) and not bool(tf.reduce_any(target == ignore)):
        return cross_entropy(x, target, reduction=reduction)
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def keras_terms(loss, x, target, reduction, **options):
    """A loss of Keras for each element: it takes the mean over a last axis, which is made for it."""
    shape = tf.broadcast_static_shape(x.shape, target.shape)
    x, target = (one if one.shape == shape else tf.broadcast_to(one, shape) for one in (x, tf.cast(target, x.dtype)))
    kept = {"mean": "sum_over_batch_size", "sum": "sum", "none": None}[reduction]
    return loss(reduction=kept, dtype=x.dtype.name, **options)(target[..., None], x[..., None])


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    axis = 1 if len(x.shape) > 1 else 0
    kind = x.dtype.name
    if target.dtype.is_floating and weight is None:
        losses = tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=smoothing, axis=axis, reduction=None, dtype=kind)
        return reduced(losses(target, x), reduction)
    if target.dtype.is_floating:
        target = target * (1.0 - smoothing) + smoothing / x.shape[axis]
        shape = [-1 if k == axis else 1 for k in range(len(x.shape))]
        return reduced(-tf.reduce_sum(tf.nn.log_softmax(x, axis=axis) * target * tf.reshape(weight, shape), axis=axis), reduction)
    if weight is not None and smoothing:
        losses, weights, smooth = class_terms(tf.nn.log_softmax(x, axis=axis), target, weight, ignore)
        losses = (1.0 - smoothing) * losses + smoothing * smooth
        return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)
    if len(x.shape) > 2:
        x = tf.experimental.numpy.moveaxis(x, 1, -1)
    kept = target != ignore
    safe = tf.where(kept, target, tf.zeros_like(target))
    if smoothing:
        losses = tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=smoothing, reduction=None, dtype=kind)
        losses = losses(tf.one_hot(safe, x.shape[-1], dtype=x.dtype), x)
    else:
        losses = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction=None, dtype=kind)(safe, x)
    weights = tf.cast(kept, x.dtype) * (1.0 if weight is None else tf.gather(weight, safe))
    losses = losses * weights
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def CrossEntropyLoss(weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    return functools.partial(cross_entropy, weight=weight, ignore=ignore, reduction=reduction, smoothing=smoothing)


def NLLLoss(weight=None, ignore=-100, reduction="mean"):
    return functools.partial(nll_loss, weight=weight, ignore=ignore, reduction=reduction)


def mse_loss(x, target, reduction="mean"):
    return keras_terms(tf.keras.losses.MeanSquaredError, x, target, reduction)


def MSELoss(reduction="mean"):
    return functools.partial(mse_loss, reduction=reduction)


def l1_loss(x, target, reduction="mean"):
    return keras_terms(tf.keras.losses.MeanAbsoluteError, x, target, reduction)


def L1Loss(reduction="mean"):
    return functools.partial(l1_loss, reduction=reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    return keras_terms(tf.keras.losses.Huber, x, target, reduction, delta=beta) / beta if beta else l1_loss(x, target, reduction)


def SmoothL1Loss(reduction="mean"):
    return functools.partial(smooth_l1_loss, reduction=reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    return keras_terms(tf.keras.losses.Huber, x, target, reduction, delta=delta)


def HuberLoss(reduction="mean"):
    return functools.partial(huber_loss, reduction=reduction)


def binary_cross_entropy(x, target, reduction="mean"):
    """At the ends Keras keeps chances off zero, where PyTorch keeps their logarithms off infinity: there it is written out."""
    if bool(tf.reduce_all((x > 1e-7) & (x < 1.0 - 1e-7))):
        return keras_terms(tf.keras.losses.BinaryCrossentropy, x, target, reduction)
    logs = lambda p: tf.maximum(tf.math.log(p), -100.0)
    return reduced(-(target * logs(x) + (1.0 - target) * logs(1.0 - x)), reduction)


def BCELoss(reduction="mean"):
    return functools.partial(binary_cross_entropy, reduction=reduction)


def binary_cross_entropy_with_logits(x, target, reduction="mean"):
    return keras_terms(tf.keras.losses.BinaryCrossentropy, x, target, reduction, from_logits=True)


def BCEWithLogitsLoss(reduction="mean"):
    return functools.partial(binary_cross_entropy_with_logits, reduction=reduction)


def kl_div(x, target, reduction="mean", log_target=False):
    """Keras keeps chances off zero: there it is written out."""
    chances, wanted = tf.exp(x), tf.exp(target) if log_target else target
    batch = reduction == "batchmean"
    if bool(tf.reduce_all((chances > 1e-7) & (chances <= 1.0) & (wanted > 1e-7) & (wanted <= 1.0))):
        losses = keras_terms(tf.keras.losses.KLDivergence, chances, wanted, "sum" if batch else reduction)
    else:
        losses = tf.exp(target) * (target - x) if log_target else tf.math.xlogy(target, target) - target * x
        losses = reduced(losses, "sum" if batch else reduction)
    return losses / x.shape[0] if batch else losses


def KLDivLoss(reduction="mean"):
    return functools.partial(kl_div, reduction=reduction)


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
    if log_input:
        return reduced(tf.nn.log_poisson_loss(target, x), reduction)
    return reduced(x - target * tf.math.log(x + 1e-08), reduction)


def gaussian_nll_loss(x, target, var, full=False, eps=1e-06, reduction="mean"):
    var = tf.maximum(var, eps)
    losses = 0.5 * (tf.math.log(var) + tf.square(x - target) / var)
    return reduced(losses + 0.5 * math.log(2.0 * math.pi) if full else losses, reduction)


def soft_margin_loss(x, target, reduction="mean"):
    return reduced(tf.math.log1p(tf.exp(-tf.cast(target, x.dtype) * x)), reduction)


def weighted_bce_with_logits(x, target, pos_weight, weight=None, reduction="mean"):
    losses = tf.nn.weighted_cross_entropy_with_logits(labels=target, logits=x, pos_weight=pos_weight)
    return reduced(losses if weight is None else losses * weight, reduction)


def BCEWithLogitsLossOf(pos_weight=None, weight=None, reduction="mean"):
    return lambda x, target: weighted_bce_with_logits(x, target, pos_weight, weight, reduction)
