"""Normalisations, written with jnp.mean, jnp.var and lax.rsqrt: JAX itself has no such layers."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from assay_worker import Unsupported

from .common import OPS, as_channels, axis_of, element_type, widened


def _stash_type(call):
    return element_type(call.attr("stash_type", 1))


def standardised(x, axes, epsilon):
    """(normalised, mean, inverse of the standard deviation)."""
    mean = jnp.mean(x, axes, keepdims=True)
    inverse = lax.rsqrt(jnp.var(x, axes, keepdims=True) + epsilon)
    return (x - mean) * inverse, mean, inverse


@OPS.define("LayerNormalization")
def layer_normalization(call, x, scale, bias=None):
    axes = tuple(range(axis_of(call.attr("axis", -1), x.ndim), x.ndim))
    y, mean, inverse = standardised(x.astype(_stash_type(call)), axes, call.attr("epsilon", 1e-5))
    y = y.astype(x.dtype) * scale
    return (y if bias is None else y + bias), mean, inverse


@OPS.define("RMSNormalization")
def rms_normalization(call, x, scale):
    axes = tuple(range(axis_of(call.attr("axis", -1), x.ndim), x.ndim))
    wide = x.astype(_stash_type(call))
    inverse = lax.rsqrt(jnp.mean(jnp.square(wide), axes, keepdims=True) + call.attr("epsilon", 1e-5))
    return (wide * inverse).astype(x.dtype).astype(scale.dtype) * scale


@OPS.define("InstanceNormalization")
def instance_normalization(call, x, scale, bias):
    y, _, _ = standardised(x, tuple(range(2, x.ndim)), call.attr("epsilon", 1e-5))
    return y * as_channels(scale, x.ndim) + as_channels(bias, x.ndim)


@OPS.define("GroupNormalization")
def group_normalization(call, x, scale, bias):
    groups = call.attr("num_groups")
    wide = x.astype(_stash_type(call)) if call.opset >= 21 else x
    grouped = jnp.reshape(wide, (x.shape[0], groups, x.shape[1] // groups) + x.shape[2:])
    y, _, _ = standardised(grouped, tuple(range(2, grouped.ndim)), call.attr("epsilon", 1e-5))
    if call.opset < 21:  # one scale and bias per group
        y = y * as_channels(scale, y.ndim) + as_channels(bias, y.ndim)
        return jnp.reshape(y, x.shape)
    return jnp.reshape(y, x.shape).astype(x.dtype) * as_channels(scale, x.ndim) + as_channels(bias, x.ndim)


@OPS.define("BatchNormalization")
def batch_normalization(call, x, scale, bias, mean, var):
    epsilon, momentum = call.attr("epsilon", 1e-5), call.attr("momentum", 0.9)
    if call.opset < 14 and (call.output_count > 1 or (call.opset < 7 and not call.attr("is_test", 0))):
        raise Unsupported("training before opset 14")
    if not call.attr("spatial", 1):
        raise Unsupported("BatchNormalization with spatial = 0")
    channel = 1 if x.ndim > 1 else None
    shaped = (lambda v: as_channels(v, x.ndim)) if channel else (lambda v: v)
    wide = jnp.result_type(x, scale, mean)
    if not call.attr("training_mode", 0):
        inverse = lax.rsqrt(shaped(var).astype(wide) + epsilon) * shaped(scale).astype(wide)
        return ((x.astype(wide) - shaped(mean).astype(wide)) * inverse + shaped(bias).astype(wide)).astype(x.dtype)
    axes = tuple(i for i in range(x.ndim) if i != channel)
    precise = widened(x)  # statistics of half precision are float32
    current_mean, current_var = jnp.mean(precise, axes), jnp.var(precise, axes)
    inverse = lax.rsqrt(shaped(current_var) + epsilon)
    factor, shift = shaped(scale).astype(precise.dtype), shaped(bias).astype(precise.dtype)
    y = (precise - shaped(current_mean)) * inverse * factor + shift
    running_mean = mean * momentum + (current_mean * (1 - momentum)).astype(mean.dtype)
    running_var = var * momentum + (current_var * (1 - momentum)).astype(var.dtype)
    return y.astype(x.dtype), running_mean, running_var


@OPS.define("LRN")
def lrn(call, x):
    size = call.attr("size")
    wide = widened(x)
    before = (size - 1) // 2
    window, padding = [1] * x.ndim, [(0, 0)] * x.ndim
    window[1], padding[1] = size, (before, size - 1 - before)
    total = lax.reduce_window(jnp.square(wide), np.zeros((), wide.dtype)[()], lax.add, window, [1] * x.ndim, padding)
    base = call.attr("bias", 1.0) + call.attr("alpha", 1e-4) / size * total
    return (wide / jnp.power(base, call.attr("beta", 0.75))).astype(x.dtype)


@OPS.define("LpNormalization")
def lp_normalization(call, x):
    axis, wide = axis_of(call.attr("axis", -1), x.ndim), widened(x)
    if call.attr("p", 2) == 1:
        norm = jnp.sum(jnp.abs(wide), axis, keepdims=True)
    else:
        norm = jnp.sqrt(jnp.sum(jnp.square(wide), axis, keepdims=True))
    return jnp.where(norm == 0, 0, wide / norm).astype(x.dtype)


@OPS.define("MeanVarianceNormalization")
def mean_variance_normalization(call, x):
    axes, wide = tuple(call.attr("axes", [0, 2, 3])), widened(x)
    y = (wide - jnp.mean(wide, axes, keepdims=True)) / (jnp.std(wide, axes, keepdims=True) + 1e-9)
    return y.astype(x.dtype)


@OPS.define("Dropout")
def dropout(call, x, ratio=None, training=None):
    if call.opset >= 12:
        active = bool(call.static(2, np.array(False)).reshape(())) if len(call.inputs) > 2 else False
        rate = float(call.static(1, np.array(0.5)).reshape(())) if len(call.inputs) > 1 else 0.5
    else:
        active, rate = call.opset < 7 and not call.attr("is_test", 0), call.attr("ratio", 0.5)
    mask_type = jnp.bool_ if call.opset >= 10 else x.dtype
    if not active or rate == 0:
        return x, jnp.ones(x.shape, mask_type)
    mask = jax.random.bernoulli(jax.random.key(call.attr("seed", 0)), 1 - rate, x.shape)
    return jnp.where(mask, x / (1 - rate), jnp.zeros_like(x)), mask.astype(mask_type)
