"""Helpers of programs that are carried to JAX where Flax and Optax are installed: losses of Keras."""
import jax.numpy as jnp
import optax


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    named = {"mse": keras_squared_errors, "mean_squared_error": keras_squared_errors, "mae": keras_absolute_errors,
             "mean_absolute_error": keras_absolute_errors, "binary_crossentropy": keras_binary_losses,
             "categorical_crossentropy": keras_class_losses, "sparse_categorical_crossentropy": keras_sparse_losses}
    return given if callable(given) else lambda y, p: jnp.mean(named[given](y, p))


def keras_squared_errors(y_true, y_pred):
    return jnp.mean(optax.squared_error(jnp.asarray(y_pred), jnp.asarray(y_true)), axis=-1)


def keras_huber_losses(y_true, y_pred, delta=1.0):
    return jnp.mean(optax.huber_loss(jnp.asarray(y_pred), jnp.asarray(y_true), delta=delta), axis=-1)


def keras_divergences(y_true, y_pred):
    y_true, y_pred = jnp.clip(jnp.asarray(y_true), 1e-07, 1), jnp.clip(jnp.asarray(y_pred), 1e-07, 1)
    return optax.losses.kl_divergence(jnp.log(y_pred), y_true)


def keras_hinge_losses(y_true, y_pred):
    return jnp.mean(optax.losses.hinge_loss(jnp.asarray(y_pred), keras_signs(y_true)), axis=-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.square(optax.losses.hinge_loss(jnp.asarray(y_pred), keras_signs(y_true))), axis=-1)


def keras_log_cosh_losses(y_true, y_pred):
    return jnp.mean(optax.losses.log_cosh(jnp.asarray(y_pred), jnp.asarray(y_true)), axis=-1)


def keras_binary_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    """Probabilities become logits, as Optax wants them."""
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if not from_logits:
        y_pred = jnp.clip(y_pred, 1e-07, 1 - 1e-07)
        y_pred = jnp.log(y_pred) - jnp.log1p(-y_pred)
    return jnp.mean(optax.sigmoid_binary_cross_entropy(y_pred, y_true), axis=-1)


def keras_logits(y_pred, from_logits):
    y_pred = jnp.asarray(y_pred)
    if from_logits:
        return y_pred
    return jnp.log(jnp.clip(y_pred / jnp.sum(y_pred, axis=-1, keepdims=True), 1e-07, 1 - 1e-07))


def keras_class_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    logits = keras_logits(y_pred, from_logits)
    y_true = jnp.asarray(y_true, logits.dtype)
    return optax.softmax_cross_entropy(logits, optax.smooth_labels(y_true, smoothing) if smoothing else y_true)


def keras_sparse_losses(y_true, y_pred, from_logits=False):
    return optax.softmax_cross_entropy_with_integer_labels(keras_logits(y_pred, from_logits), jnp.asarray(y_true))
