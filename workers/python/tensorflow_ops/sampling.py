"""Reading images at computed locations: GridSample, RoiAlign, DeformConv. TensorFlow has no such operators on the
CPU."""
import functools
import itertools

import numpy as np
import tensorflow as tf

from .common import OPS, channels_first, channels_last, dims, product, rank, scalar
from .window import axes_of
from assay_worker import Unsupported


def _flat(x):
    """[N, C, ..] -> [N, positions, C]."""
    return tf.reshape(channels_last(x), [dims(x)[0], product(dims(x)[2:]), dims(x)[1]])


def _widened(x):
    """Places and weights in 16 bits would be off by whole fractions of an element."""
    return tf.cast(x, tf.float32) if x.dtype in (tf.float16, tf.bfloat16) else x


def _bordered(at, size, border):
    """Integer positions moved onto the image, and a mask of those inside (None: all are)."""
    if border == "zeros":
        return tf.clip_by_value(at, 0, size - 1), (at >= 0) & (at < size)
    if border == "border" or size == 1:
        return tf.clip_by_value(at, 0, size - 1), None
    period = 2 * (size - 1) if border == "corners" else 2 * size
    at = tf.math.floormod(at, tf.constant(period, at.dtype))
    other = tf.constant(period if border == "corners" else period - 1, at.dtype) - at
    return tf.where(at < size, at, other), None


def _linear(x):
    low = tf.floor(x)
    fraction = x - low
    return tf.cast(low, tf.int64), [scalar(1, x) - fraction, fraction]


def _cubic(x):
    a = scalar(-0.75, x)
    low = tf.floor(x)
    t = x - low
    one, two = scalar(1, x), scalar(2, x)

    def near(d):
        return ((a + 2) * d - (a + 3)) * d * d + one

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return tf.cast(low, tf.int64) - 1, [far(t + one), near(t), near(one - t), far(two - t)]


def sample(flat, sizes, locations, mode, border):
    """flat [N, positions, C] at `locations`, one [N, P] for each axis -> [N, P, C]."""
    axes = []
    for x, size in zip(locations, sizes):
        if border in ("zeros", "border"):  # far outside everything is the same, and integers stay small
            x = tf.clip_by_value(x, scalar(-4, x), scalar(size + 3, x))
        if mode == "nearest":
            first, weights = tf.cast(tf.round(x), tf.int64), [None]
        else:
            first, weights = (_cubic if mode == "cubic" else _linear)(x)
        axes.append([(*_bordered(first + k, size, border), w) for k, w in enumerate(weights)])
    total = None
    for corner in itertools.product(*axes):
        at, mask, weight = None, None, None
        for (position, inside, w), size in zip(corner, sizes):
            at = position if at is None else at * size + position
            mask = inside if mask is None else mask if inside is None else mask & inside
            weight = w if weight is None else weight * w
        value = tf.gather(flat, at, batch_dims=1)
        if mask is not None:
            value = tf.where(mask[..., None], value, scalar(0, value))
        if weight is not None:
            value = value * tf.cast(weight, flat.dtype)[..., None]
        total = value if total is None else total + value
    return total


@OPS.define("GridSample")
def grid_sample(call, x, grid):
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(call.attr("mode", "linear"), call.attr("mode", "linear"))
    align = call.attr("align_corners", 0)
    border = call.attr("padding_mode", "zeros")
    if border == "reflection":
        border = "corners" if align else "edges"
    if mode != "nearest" and not x.dtype.is_floating:
        raise Unsupported("GridSample that interpolates integers")
    sizes, n, dtype = dims(x)[2:], rank(x) - 2, x.dtype
    x, grid = _widened(x), _widened(grid)
    locations = []
    for d, size in enumerate(sizes):  # the last entry of the grid belongs to the outermost axis
        g = tf.reshape(grid[..., n - 1 - d], [dims(grid)[0], -1]) + scalar(1, grid)
        locations.append(g / 2 * scalar(size - 1, grid) if align else (g * scalar(size, grid) - scalar(1, grid)) / 2)
    y = sample(_flat(x), sizes, locations, mode, border)
    y = channels_first(tf.reshape(y, [dims(x)[0], *dims(grid)[1:-1], dims(x)[1]]))
    return tf.cast(y, dtype)


@OPS.define("RoiAlign")
def roi_align(call, x, rois, batch):
    half = call.opset >= 16 and call.attr("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    bins = [call.attr("output_height", 1), call.attr("output_width", 1)]
    scale, ratio = scalar(call.attr("spatial_scale", 1.0), rois), call.attr("sampling_ratio", 0)
    results = []
    for i in range(dims(rois)[0]):
        box = rois[i] * scale - scalar(0.5 if half else 0, rois)
        places, counts = [], []
        for d, size in enumerate(dims(x)[2:]):
            start, extent = box[1 - d], box[3 - d] - box[1 - d]
            extent = extent if half else tf.maximum(extent, scalar(1, extent))
            step = extent / bins[d]
            count = ratio or max(int(call.note(lambda s=step: float(np.ceil(s.numpy())))), 0)
            inner = (tf.range(count, dtype=rois.dtype) + scalar(0.5, rois)) * step / max(count, 1)
            at = start + tf.range(bins[d], dtype=rois.dtype)[:, None] * step + inner[None]
            places.append(_on_axis(tf.reshape(at, [-1]), size))
            counts.append(count)
        image = tf.gather(x, batch[i], axis=0)
        results.append(_pool_region(call, image, places, bins, counts))
    return tf.stack(results) if results else tf.zeros([0, dims(x)[1], *bins], x.dtype)


def _on_axis(at, size):
    """Neighbours, fraction and whether a location lies within one element of the image."""
    inside = (at >= -1) & (at <= size)
    at = tf.clip_by_value(at, scalar(0, at), scalar(size - 1, at))
    low = tf.cast(tf.floor(at), tf.int64)
    return low, tf.minimum(low + 1, size - 1), at - tf.floor(at), inside


def _pool_region(call, image, places, bins, counts):
    """image [C, H, W] -> [C, bins]."""
    (y0, y1, fy, in_y), (x0, x1, fx, in_x) = places
    if 0 in counts:
        return tf.zeros([dims(image)[0], *bins], image.dtype)
    fy, fx = tf.cast(fy, image.dtype)[None, :, None], tf.cast(fx, image.dtype)
    corners = [tf.gather(tf.gather(image, y, axis=1), x, axis=2) * (wy * wx)
               for y, wy in ((y0, 1 - fy), (y1, fy)) for x, wx in ((x0, 1 - fx), (x1, fx))]
    # The maximum is taken over weighted corners, as the official tests have it, not over interpolated samples.
    maximum = call.attr("mode", "avg") == "max"
    values = functools.reduce(tf.maximum if maximum else tf.add, corners)
    values = tf.where((in_y[:, None] & in_x[None])[None], values, scalar(0, values))
    values = tf.reshape(values, [dims(image)[0], bins[0], counts[0], bins[1], counts[1]])
    return (tf.reduce_max if maximum else tf.reduce_mean)(values, [2, 4])


@OPS.define("DeformConv")
def deform_conv(call, x, w, offset, bias=None, mask=None):
    group, parts = call.attr("group", 1), call.attr("offset_group", 1)
    axes = axes_of(call, dims(x)[2:], dims(w)[2:])
    n, batch, channels = len(axes), dims(x)[0], dims(x)[1]
    kernel, out = [a.kernel for a in axes], [a.out for a in axes]
    positions = product(kernel)
    offset = tf.reshape(offset, [batch, parts, positions, n, *out])
    grid = np.indices([*kernel, *out]).reshape(2 * n, 1, positions, *out)
    columns = []
    for p in range(parts):
        part = _flat(x[:, p * channels // parts:(p + 1) * channels // parts])
        locations = []
        for d, a in enumerate(axes):
            base = grid[n + d] * a.stride - a.before + grid[d] * a.dilation
            locations.append(tf.reshape(tf.constant(base, x.dtype) + offset[:, p, :, d], [batch, -1]))
        value = sample(part, [a.size for a in axes], locations, "linear", "zeros")
        if mask is not None:
            value = value * tf.reshape(mask, [batch, parts, -1])[:, p, :, None]
        columns.append(tf.reshape(value, [batch, positions, product(out), channels // parts]))
    columns = tf.concat(columns, -1) if parts > 1 else columns[0]
    outputs = dims(w)[0]
    y = []
    for g, weights in enumerate(tf.split(tf.reshape(w, [outputs, channels // group, positions]), group)):
        part = columns[..., g * channels // group:(g + 1) * channels // group]
        y.append(tf.einsum("bpoc,mcp->bmo", part, weights))
    y = tf.reshape(tf.concat(y, 1), [batch, outputs, *out])
    return y if bias is None else y + tf.reshape(bias, [-1] + [1] * n)
