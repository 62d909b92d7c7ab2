"""Helpers of programs that are carried to JAX: losses of Keras."""
import jax
import jax.numpy as jnp


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: jnp.mean((p - y) ** 2)), (lambda y, p: jnp.mean(jnp.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


def keras_epsilon():
    return 1e-07


def keras_squared_errors(y_true, y_pred):
    return jnp.mean(jnp.square(jnp.asarray(y_pred) - jnp.asarray(y_true)), axis=-1)


def keras_absolute_errors(y_true, y_pred):
    return jnp.mean(jnp.abs(jnp.asarray(y_pred) - jnp.asarray(y_true)), axis=-1)


def keras_huber_losses(y_true, y_pred, delta=1.0):
    distance = jnp.abs(jnp.asarray(y_pred) - jnp.asarray(y_true))
    losses = jnp.where(distance <= delta, 0.5 * jnp.square(distance), delta * distance - 0.5 * delta * delta)
    return jnp.mean(losses, axis=-1)


def keras_divergences(y_true, y_pred):
    y_true, y_pred = jnp.clip(jnp.asarray(y_true), 1e-07, 1), jnp.clip(jnp.asarray(y_pred), 1e-07, 1)
    return jnp.sum(y_true * jnp.log(y_true / y_pred), axis=-1)


def keras_signs(y_true):
    """Targets of 0 and 1 mean -1 and 1."""
    y_true = jnp.asarray(y_true)
    binary = jnp.all((y_true == 0) | (y_true == 1))
    return jnp.where(binary, 2 * y_true - 1, y_true)


def keras_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.maximum(1.0 - keras_signs(y_true) * y_pred, 0.0), axis=-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.square(jnp.maximum(1.0 - keras_signs(y_true) * y_pred, 0.0)), axis=-1)


def keras_log_cosh_losses(y_true, y_pred):
    distance = jnp.asarray(y_pred) - jnp.asarray(y_true)
    return jnp.mean(distance + jax.nn.softplus(-2.0 * distance) - jnp.log(2.0).astype(distance.dtype), axis=-1)


def keras_poisson_losses(y_true, y_pred):
    return jnp.mean(y_pred - y_true * jnp.log(jnp.asarray(y_pred) + 1e-07), axis=-1)


def keras_binary_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if from_logits:
        losses = jnp.maximum(y_pred, 0) - y_pred * y_true + jnp.log1p(jnp.exp(-jnp.abs(y_pred)))
    else:
        y_pred = jnp.clip(y_pred, 1e-07, 1 - 1e-07)
        losses = -(y_true * jnp.log(y_pred) + (1 - y_true) * jnp.log(1 - y_pred))
    return jnp.mean(losses, axis=-1)


def keras_logs(y_pred, from_logits):
    if from_logits:
        return jax.nn.log_softmax(y_pred, axis=-1)
    return jnp.log(jnp.clip(y_pred / jnp.sum(y_pred, axis=-1, keepdims=True), 1e-07, 1 - 1e-07))


def keras_class_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + smoothing / y_pred.shape[-1]
    return -jnp.sum(y_true * keras_logs(y_pred, from_logits), axis=-1)


def keras_sparse_losses(y_true, y_pred, from_logits=False):
    logs = keras_logs(jnp.asarray(y_pred), from_logits)
    return -jnp.take_along_axis(logs, jnp.asarray(y_true)[..., None], axis=-1)[..., 0]


class KerasLoss:
    """Losses of samples, summed up as Keras is told."""

    def __init__(self, losses, reduction="sum_over_batch_size", *options):
        self.losses, self.reduction, self.options = losses, reduction, options

    def __call__(self, y_true, y_pred, sample_weight=None):
        return weighted_loss(self.losses(y_true, y_pred, *self.options), 1.0, sample_weight, self.reduction)


def keras_cosine_losses(y_true, y_pred, axis=-1):
    return -cosine_similarity(jnp.asarray(y_true, y_pred.dtype), jnp.asarray(y_pred), axis)


def keras_log_errors(y_true, y_pred):
    logs = [jnp.log1p(jnp.maximum(jnp.asarray(one), 1e-07)) for one in (y_true, y_pred)]
    return jnp.mean(jnp.square(logs[0] - logs[1]), axis=-1)


class KerasOwnLoss:
    """What a loss of the program's own gives per row, as their mean."""

    def __init__(self, name=None, reduction="sum_over_batch_size"):
        self.reduction = reduction

    def __call__(self, y_true, y_pred):
        losses = self.call(jnp.asarray(y_true), jnp.asarray(y_pred))
        return jnp.sum(losses) if self.reduction == "sum" else losses if self.reduction in (None, "none") else jnp.mean(losses)
