"""Resize and Upsample: jax.image.resize where its sampling is that of ONNX, gathered and weighted elements elsewhere.

The positions and weights depend on shapes, scales and attributes only and are plain numbers.
"""
import dataclasses
import math

import jax
import jax.numpy as jnp
import numpy as np

from assay_worker import Unsupported

from .common import OPS, axes_of, is_float, layer, widened

_resize = layer(jax.image.resize, "shape", "method", "antialias")


@dataclasses.dataclass
class Axis:
    size: int
    out: int
    scale: float = 1.0
    start: float = 0.0  # of the region of interest
    end: float = 1.0


@OPS.define("Upsample")
def upsample(call, x, scales=None):
    factors = call.static(1).tolist() if call.opset >= 9 else call.attr("scales") or _old_scales(call)
    plan = [Axis(n, math.floor(n * s), s) for n, s in zip(x.shape, factors)]
    return _resample(call, x, plan, "asymmetric", "floor")


def _old_scales(call):
    return [1.0, 1.0, call.attr("height_scale"), call.attr("width_scale")]


@OPS.define("Resize")
def resize(call, x, *inputs):
    if call.opset < 11:
        plan = [Axis(n, math.floor(n * s), s) for n, s in zip(x.shape, call.static(1).tolist())]
        return _resample(call, x, plan, "asymmetric", "floor")
    coordinates = call.attr("coordinate_transformation_mode", "half_pixel")
    plan = _plan(call, x.shape, coordinates == "tf_crop_and_resize")
    return _resample(call, x, plan, coordinates, call.attr("nearest_mode", "round_prefer_floor"))


def _plan(call, shape, crop):
    axes = call.attr("axes")
    axes = range(len(shape)) if axes is None else axes_of(axes, len(shape))
    plan = [Axis(n, n) for n in shape]
    scales, sizes = (None if v is None or v.size == 0 else v.tolist() for v in (call.static(2), call.static(3)))
    if crop:
        roi = call.static(1).tolist()
        for i, axis in enumerate(axes):
            plan[axis].start, plan[axis].end = roi[i], roi[len(axes) + i]
    if scales is not None:
        for axis, scale in zip(axes, scales):
            part = plan[axis].end - plan[axis].start if crop else 1
            plan[axis].scale, plan[axis].out = scale, math.floor(plan[axis].size * part * scale)
        return plan
    policy = call.attr("keep_aspect_ratio_policy", "stretch")
    ratios = [size / plan[axis].size for axis, size in zip(axes, sizes)]
    common = None if policy == "stretch" else min(ratios) if policy == "not_larger" else max(ratios)
    for axis, size, ratio in zip(axes, sizes, ratios):
        plan[axis].scale = ratio if common is None else common
        plan[axis].out = size if common is None else math.floor(common * plan[axis].size + 0.5)
    return plan


def _resample(call, x, plan, coordinates, nearest):
    mode = {"bilinear": "linear"}.get(call.attr("mode", "nearest"), call.attr("mode", "nearest"))
    shape = tuple(a.out for a in plan)
    native = _native_method(call, x, plan, mode, coordinates, nearest)
    if native:
        return _resize(x, shape, native, antialias=bool(call.attr("antialias", 0)))
    crop = coordinates == "tf_crop_and_resize"
    moving = [i for i, a in enumerate(plan) if a.out != a.size or a.scale != 1 or crop]
    if mode == "nearest":
        y = x
        for i in moving:
            y = jnp.take(y, _nearest(plan[i], coordinates, nearest), i)
    else:
        y = widened(x) if is_float(x) else x.astype(jnp.float32)
        for i in moving:
            y = _weighted(y, i, *_taps(call, plan[i], coordinates, mode))
        y = y.astype(x.dtype)
    if crop:
        outside = np.zeros(shape, bool)
        for i, axis in enumerate(plan):
            at = _coordinates(axis, coordinates)
            outside |= ((at < 0) | (at > axis.size - 1)).reshape([-1 if d == i else 1 for d in range(len(plan))])
        if outside.any():
            y = jnp.where(outside, jnp.asarray(call.attr("extrapolation_value", 0.0), x.dtype), y)
    return y


def _native_method(call, x, plan, mode, coordinates, nearest):
    """The method of jax.image.resize that samples exactly so, or None. It leaves out what lies outside the image."""
    if not is_float(x) or x.size == 0 or any(a.scale * a.size != a.out for a in plan) or coordinates != "half_pixel":
        return None
    inside_only = call.attr("exclude_outside", 0)
    if mode == "nearest":
        return "nearest" if nearest == "round_prefer_ceil" else None
    if mode == "linear":
        return "linear" if inside_only or not call.attr("antialias", 0) else None
    return "cubic" if inside_only and call.attr("cubic_coeff_a", -0.75) == -0.5 else None


def _coordinates(axis, mode):
    """Where each output element lies on the input's axis."""
    x = np.arange(axis.out, dtype=np.float64)
    width = axis.scale * axis.size  # may be fractional
    if abs(width - axis.out) < 1e-6 * axis.out:
        width = axis.out
    if mode == "align_corners":
        return x * 0 if width == 1 or axis.out <= 1 else x * (axis.size - 1) / (width - 1)
    if mode == "asymmetric":
        return x / axis.scale
    if mode == "tf_half_pixel_for_nn":
        return (x + 0.5) / axis.scale
    if mode == "tf_crop_and_resize":
        span = (axis.end - axis.start) * (axis.size - 1)
        return axis.start * (axis.size - 1) + (x * span / (width - 1) if axis.out > 1 else x * 0 + 0.5 * span)
    if mode == "pytorch_half_pixel" and axis.out <= 1:
        return x * 0
    if mode not in ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel"):
        raise Unsupported(f"coordinate_transformation_mode {mode}")
    at = (x + 0.5) / axis.scale - 0.5
    return at + axis.size / 2 * (1 - axis.out / width) if mode == "half_pixel_symmetric" else at


def _nearest(axis, coordinates, mode):
    at = _coordinates(axis, coordinates)
    at = {"round_prefer_floor": lambda: np.ceil(at - 0.5), "round_prefer_ceil": lambda: np.floor(at + 0.5),
          "floor": lambda: np.floor(at), "ceil": lambda: np.ceil(at)}[mode]()
    return np.clip(at, 0, axis.size - 1).astype(np.int64)


def cubic(d, a):
    """Keys' convolution kernel."""
    d = np.abs(d)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def _taps(call, axis, coordinates, mode):
    """(index, weight) of the elements that each output element reads: [out, elements]."""
    at = _coordinates(axis, coordinates)[:, None]
    antialias, inside_only = call.attr("antialias", 0), call.attr("exclude_outside", 0)
    squeeze = min(1.0, axis.scale) if antialias else 1.0
    support = (1 if mode == "linear" else 2) / squeeze
    first = np.ceil(at - support)
    index = first + np.arange(math.floor(2 * support) + 1)
    distance = (index - at) * squeeze
    if mode == "linear":
        weight = np.maximum(0, 1 - np.abs(distance))
    else:
        weight = cubic(distance, call.attr("cubic_coeff_a", -0.75))
    if inside_only:
        weight = np.where((index < 0) | (index > axis.size - 1), 0, weight)
    if antialias or inside_only:
        weight = weight / weight.sum(1, keepdims=True)
    used = (weight != 0).any(0)  # an element without weight must not bring in its infinity
    return np.clip(index, 0, axis.size - 1).astype(np.int64)[:, used], weight[:, used]


def _weighted(x, axis, index, weight):
    total = 0
    for k in range(index.shape[1]):
        shape = [-1 if i == axis else 1 for i in range(x.ndim)]
        total = total + jnp.take(x, index[:, k], axis) * jnp.asarray(weight[:, k].reshape(shape), x.dtype)
    return total
