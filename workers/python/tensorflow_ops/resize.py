"""Resize and Upsample.

TensorFlow's own kernels are taken where they mean the same: bilinear and nearest resizing of the last two axes with
coordinates that it has. Everything else is gathered at positions, and weighted by factors, that only depend on
shapes.
"""
import dataclasses

import numpy as np
import tensorflow as tf

from .common import OPS, axis_of, channels_first, channels_last, dims, rank, scalar
from .shape import take
from assay_worker import Unsupported


@dataclasses.dataclass
class Axis:
    index: int
    size: int
    out: int
    scale: float
    start: float = 0.0
    end: float = 1.0

    @property
    def whole(self):
        """Whether the scale is out / size, but for rounding."""
        return abs(self.scale * self.size / self.out - 1) < 2.0 ** -22 if self.out else False


def coordinates(mode, a):
    x = np.arange(a.out, dtype=np.float64)
    width = a.scale * a.size
    if abs(width - a.out) < 1e-6 * a.out:
        width = a.out
    if mode == "align_corners":
        return x * 0 if a.out <= 1 or width == 1 else x * (a.size - 1) / (width - 1)
    if mode == "asymmetric":
        return x / a.scale
    if mode == "tf_half_pixel_for_nn":
        return (x + 0.5) / a.scale
    if mode == "tf_crop_and_resize":
        length = (a.end - a.start) * (a.size - 1)
        return a.start * (a.size - 1) + (x * length / (width - 1) if a.out > 1 else x * 0 + 0.5 * length)
    if mode == "pytorch_half_pixel" and a.out <= 1:
        return x * 0
    if mode not in ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel"):
        raise Unsupported(f"coordinate_transformation_mode {mode}")
    shift = a.size / 2 * (1 - a.out / width) if mode == "half_pixel_symmetric" else 0
    return (x + 0.5) / a.scale - 0.5 + shift


_ROUND = {"round_prefer_floor": lambda x: np.ceil(x - 0.5), "round_prefer_ceil": lambda x: np.floor(x + 0.5),
          "floor": np.floor, "ceil": np.ceil}


def _hat(d, _):
    return np.maximum(0, 1 - np.abs(d))


def _cubic(d, a):
    d = np.abs(d)
    near, far = ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return np.where(d <= 1, near, np.where(d < 2, far, 0))


def taps(call, mode, x, a):
    """Pairs (positions, weights), each with one entry for each output position, that interpolate at coordinates x."""
    squeeze = min(1.0, a.scale) if call.attr("antialias", 0) else 1.0
    kernel, support = (_cubic, 2) if mode == "cubic" else (_hat, 1)
    if squeeze == 1:
        first, count = np.floor(x).astype(np.int64) - support + 1, 2 * support
    else:
        first = np.ceil(x - support / squeeze).astype(np.int64)
        count = int(np.floor(2 * support / squeeze)) + 1
    at = first[:, None] + np.arange(count)[None]
    weights = kernel((at - x[:, None]) * squeeze, call.attr("cubic_coeff_a", -0.75))
    if call.attr("exclude_outside", 0):
        weights = np.where((at < 0) | (at >= a.size), 0, weights)
    if call.attr("exclude_outside", 0) or call.attr("antialias", 0):
        total = weights.sum(1, keepdims=True)
        weights = weights / np.where(total == 0, 1, total)
    at = np.clip(at, 0, a.size - 1)
    return [(at[:, k], weights[:, k]) for k in range(count) if np.any(weights[:, k] != 0)]


def _interpolated(call, mode, x, at, a):
    shape = [-1 if i == a.index else 1 for i in range(rank(x))]
    total = None
    for positions, weights in taps(call, mode, at, a):
        part = take(x, a.index, positions)
        if np.any(weights != 1):
            part = part * tf.reshape(tf.constant(weights, x.dtype), shape)
        total = part if total is None else total + part
    return total


def _axes(call, x):
    """The axes that Resize names, with sizes and scales."""
    n = rank(x)
    if call.op == "Upsample":
        scales = call.attr("scales") if call.opset < 9 else call.static(1)
        roi, sizes, names = None, None, range(n)
    elif call.opset < 11:
        roi, scales, sizes, names = None, call.static(1), None, range(n)
    else:
        roi, scales, sizes = call.static(1), call.static(2), call.ints(3)
        names = [axis_of(a, n) for a in call.attr("axes") or range(n)]
    names = list(names)
    axes = [Axis(i, dims(x)[i], 0, 1.0) for i in names]
    if call.attr("coordinate_transformation_mode") == "tf_crop_and_resize":
        for i, a in enumerate(axes):
            a.start, a.end = float(roi[i]), float(roi[i + len(axes)])
    if sizes:
        _fit(call, axes, sizes)
    else:
        for a, scale in zip(axes, scales):
            a.scale = float(scale)
            a.out = int(np.floor(a.size * (a.end - a.start) * a.scale))
    return axes


def _fit(call, axes, sizes):
    policy = call.attr("keep_aspect_ratio_policy", "stretch")
    if policy == "stretch":
        for a, size in zip(axes, sizes):
            a.out, a.scale = size, size / a.size if a.size else 1.0
        return
    scale = (min if policy == "not_larger" else max)(size / a.size for a, size in zip(axes, sizes))
    for a in axes:
        a.scale, a.out = scale, int(np.floor(scale * a.size + 0.5))


def _native(call, x, axes, mode, how, nearest):
    """TensorFlow's kernel for this, or None."""
    moving = [a for a in axes if a.out != a.size or a.scale != 1]
    if rank(x) != 4 or not moving or any(a.index < 2 or not a.whole for a in moving) or 0 in dims(x):
        return None
    if call.attr("antialias", 0) or call.attr("exclude_outside", 0):
        return None
    size = dims(x)[2:]
    for a in moving:
        size[a.index - 2] = a.out
    if mode == "linear" and x.dtype == tf.float32:
        if how == "pytorch_half_pixel" and min(size) > 1:
            how = "half_pixel"
        if how in ("half_pixel", "asymmetric", "align_corners"):
            return lambda y: tf.raw_ops.ResizeBilinear(images=y, size=size, align_corners=how == "align_corners",
                                                       half_pixel_centers=how == "half_pixel")
    if mode == "nearest" and nearest == "floor" and how in ("asymmetric", "tf_half_pixel_for_nn"):
        if x.dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16, tf.uint8, tf.int8, tf.int32):
            return lambda y: tf.raw_ops.ResizeNearestNeighbor(images=y, size=size,
                                                              half_pixel_centers=how == "tf_half_pixel_for_nn")
    return None


@OPS.define("Resize", "Upsample")
def resize(call, x, *_):
    old = call.op == "Upsample" or call.opset < 11
    mode = call.attr("mode", "nearest").replace("bilinear", "linear")
    how = call.attr("coordinate_transformation_mode", "asymmetric" if old else "half_pixel")
    nearest = call.attr("nearest_mode", "floor" if old else "round_prefer_floor")
    axes = _axes(call, x)
    native = _native(call, x, axes, mode, how, nearest)
    if native is not None:
        return channels_first(native(channels_last(x)))
    dtype = x.dtype
    if mode != "nearest" and not dtype.is_floating:
        x = tf.cast(x, tf.float32)
    inside = np.ones([1] * rank(x), bool)
    for a in axes:
        if a.out == a.size and a.scale == 1 and (a.start, a.end) == (0, 1):
            continue
        at = coordinates(how, a)
        if mode == "nearest":
            x = take(x, a.index, np.clip(_ROUND[nearest](at), 0, a.size - 1).astype(np.int64))
        else:
            x = _interpolated(call, mode, x, at, a)
        if how == "tf_crop_and_resize":
            shape = [-1 if i == a.index else 1 for i in range(rank(x))]
            inside = inside & ((at >= 0) & (at <= a.size - 1)).reshape(shape)
    if not inside.all():
        fill = tf.cast(tf.constant(call.attr("extrapolation_value", 0.0)), x.dtype)
        x = tf.where(tf.constant(inside), x, fill)
    return tf.cast(x, dtype) if x.dtype != dtype else tf.identity(x)
