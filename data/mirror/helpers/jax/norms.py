"""Helpers of programs that are carried to JAX: normalisation."""
import jax
import jax.numpy as jnp


def normalize(x, p=2.0, axis=1, eps=1e-12):
    return x / jnp.maximum(jnp.linalg.norm(x, ord=p, axis=axis, keepdims=True), eps)


def group_norm(x, groups, weight=None, bias=None, eps=1e-05):
    grouped = jnp.reshape(x, [x.shape[0], groups, -1])
    axes = tuple([-1])
    mean, var = jnp.mean(grouped, axis=axes, keepdims=True), jnp.var(grouped, axis=axes, keepdims=True)
    out = jnp.reshape(jax.nn.standardize(grouped, mean=mean, variance=var, epsilon=eps), x.shape)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def layer_norm(x, shape, weight=None, bias=None, eps=1e-05):
    axes = tuple(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    mean, var = jnp.mean(x, axis=axes, keepdims=True), jnp.var(x, axis=axes, keepdims=True)
    out = jax.nn.standardize(x, mean=mean, variance=var, epsilon=eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def batch_norm(x, mean, variance, weight=None, bias=None, training=False, eps=1e-05):
    """x: batch, channels, and more."""
    if training:
        axes = tuple(k for k in range(len(x.shape)) if k != 1)
        mean, variance = jnp.mean(x, axis=axes), jnp.var(x, axis=axes)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = jax.nn.standardize(x, mean=jnp.reshape(mean, shape), variance=jnp.reshape(variance, shape), epsilon=eps)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def instance_norm(x, weight=None, bias=None, eps=1e-05):
    axes = tuple(list(range(2, len(x.shape))))
    mean, var = jnp.mean(x, axis=axes, keepdims=True), jnp.var(x, axis=axes, keepdims=True)
    out = jax.nn.standardize(x, mean=mean, variance=var, epsilon=eps)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def moments(x, axes, keepdims=False):
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    return jnp.mean(x, axis=axes, keepdims=keepdims), jnp.var(x, axis=axes, keepdims=keepdims)


def batch_normalization(x, mean, variance, offset, scale, eps):
    out = jax.nn.standardize(x, mean=mean, variance=variance, epsilon=eps)
    out = out if scale is None else out * scale
    return out if offset is None else out + offset


def l2_normalize(x, axis=None, eps=1e-12):
    return x / jnp.sqrt(jnp.maximum(jnp.sum(jnp.square(x), axis=axis, keepdims=True), eps))


def rms_norm(x, shape, weight=None, eps=None):
    axes = tuple(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    eps = jnp.finfo(x.dtype).eps if eps is None else eps
    out = x * (1.0 / jnp.sqrt(jnp.mean(jnp.square(x), axis=axes, keepdims=True) + eps))
    return out if weight is None else out * weight
