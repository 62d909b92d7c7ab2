"""Sampling of images at places that are data: GridSample, RoiAlign, and NonMaxSuppression of boxes."""
import itertools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from assay_worker import Unsupported

from .common import OPS, layer, widened


@OPS.define("GridSample")
def grid_sample(call, x, grid):
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(call.attr("mode", "linear"), call.attr("mode", "linear"))
    corners, padding = call.attr("align_corners", 0), call.attr("padding_mode", "zeros")
    sizes, dtype = x.shape[2:], x.dtype
    x, grid = widened(x), widened(grid)  # places and weights in 16 bits would be off by whole fractions of an element
    places = []
    for i, size in enumerate(sizes):
        g = grid[..., len(sizes) - 1 - i]  # coordinates run from the innermost axis outwards
        at = (g + 1) / 2 * (size - 1) if corners else ((g + 1) * size - 1) / 2
        places.append(_axis_taps(at, mode))
    flat = jnp.reshape(x, (*x.shape[:2], -1))
    total = 0
    for taps in itertools.product(*places):
        index, weight, inside = 0, 1, True
        for (at, share), size in zip(taps, sizes):
            position, valid = _border(at, size, padding, corners)
            index, weight, inside = index * size + position, weight * share, inside & valid
        picked = jnp.take_along_axis(flat, jnp.reshape(index, (x.shape[0], 1, -1)), 2)
        picked = jnp.reshape(picked, x.shape[:2] + index.shape[1:])
        if mode == "nearest":
            return jnp.where(inside[:, None], picked, 0).astype(dtype)
        total = total + jnp.where(inside[:, None], picked, 0) * jnp.asarray(weight)[:, None]
    return total.astype(dtype)


def _axis_taps(at, mode):
    """[(index, weight)] of the elements around coordinates."""
    if mode == "nearest":
        return [(jnp.rint(at), 1)]
    base = jnp.floor(at)
    t = at - base
    if mode == "linear":
        return [(base, 1 - t), (base + 1, t)]
    if mode != "cubic":
        raise Unsupported(f"mode {mode}")
    return [(base + k, _cubic(t - k)) for k in (-1, 0, 1, 2)]


def _cubic(d, a=-0.75):
    d = jnp.abs(d)
    return jnp.where(d <= 1, ((a + 2) * d - (a + 3)) * d * d + 1, ((a * d - 5 * a) * d + 8 * a) * d - 4 * a)


def _border(at, size, padding, corners):
    """(index inside the axis, whether the element counts)."""
    index = at.astype(jnp.int64)
    if padding == "zeros":
        return jnp.clip(index, 0, size - 1), (index >= 0) & (index < size)
    if padding == "border" or size == 1:
        return jnp.clip(index, 0, size - 1), jnp.ones_like(index, bool)
    if padding != "reflection":
        raise Unsupported(f"padding_mode {padding}")
    period = 2 * (size - 1) if corners else 2 * size
    turn = jnp.remainder(index, period)
    back = period - turn if corners else period - 1 - turn
    return jnp.where(turn < size, turn, back), jnp.ones_like(index, bool)


@OPS.define("RoiAlign")
def roi_align(call, x, rois, batch):
    """Regions with the same number of samples are pooled together; the numbers depend on the regions' sizes."""
    ratio = call.attr("sampling_ratio", 0)
    bins = call.attr("output_height", 1), call.attr("output_width", 1)
    if ratio > 0 or not rois.shape[0]:
        return _pool(call, x, rois, batch, (ratio or 1, ratio or 1), bins)
    # By numpy, which has no compiler to start.
    extent = lambda: _regions(call, call.framework.to_numpy(rois), np)[1]
    counts = call.note(lambda: np.ceil(extent() / np.array(bins, rois.dtype)).astype(int))
    counts = np.maximum(counts, 1)
    groups = [(tuple(int(n) for n in c), np.flatnonzero((counts == c).all(1))) for c in np.unique(counts, axis=0)]
    parts = [_pool(call, x, rois[members], batch[members], samples, bins) for samples, members in groups]
    order = np.argsort(np.concatenate([members for _, members in groups]))
    return jnp.concatenate(parts)[order]


def _regions(call, rois, by=jnp):
    """(start, extent) as [roi, (y, x)]."""
    half_pixel = call.opset >= 16 and call.attr("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    scaled = rois * call.attr("spatial_scale", 1.0) - (0.5 if half_pixel else 0)
    start, end = scaled[:, 1::-1], scaled[:, :1:-1]
    return start, (end - start if half_pixel else by.maximum(end - start, 1))


def _pool(call, x, rois, batch, samples, bins):
    start, extent = _regions(call, rois)
    axes = []
    for d in range(2):
        size = extent[:, d, None, None] / bins[d]
        within = jnp.asarray((np.arange(samples[d]) + 0.5) / samples[d], x.dtype)
        axes.append(start[:, d, None, None] + size * (jnp.arange(bins[d], dtype=x.dtype)[None, :, None] + within))
    y = axes[0][:, :, None, :, None]  # [roi, bin y, bin x, sample y, sample x]
    at_x = axes[1][:, None, :, None, :]
    height, width = x.shape[2:]
    outside = (y < -1) | (y > height) | (at_x < -1) | (at_x > width)
    flat = jnp.reshape(x, (*x.shape[:2], -1))
    largest = call.attr("mode", "avg") == "max"
    values = None
    corners = itertools.product(_clamped_taps(y, height), _clamped_taps(at_x, width))
    for (row, row_weight), (column, column_weight) in corners:
        index = row * width + column
        picked = flat[batch.reshape(-1, 1, 1, 1, 1), :, index]  # the channel comes last
        share = (row_weight * column_weight)[..., None] * picked
        # The official results of mode "max" take the largest weighted corner, not the largest interpolated sample.
        values = share if values is None else jnp.maximum(values, share) if largest else values + share
    values = jnp.where(outside[..., None], 0, values)
    pooled = jnp.max(values, (3, 4)) if largest else jnp.mean(values, (3, 4))
    return jnp.moveaxis(pooled, -1, 1)


def _clamped_taps(at, size):
    at = jnp.clip(at, 0, size - 1)
    low = jnp.floor(at)
    share = at - low
    index = low.astype(jnp.int64)
    return [(index, 1 - share), (jnp.minimum(index + 1, size - 1), share)]


@OPS.define("NonMaxSuppression")
def non_max_suppression(call, boxes, scores, most=None, iou_threshold=None, score_threshold=None):
    limit = call.ints(2, [0])[0] if len(call.inputs) > 2 else 0
    with jax.disable_jit(False):  # in a pack too a loop stays a loop
        kept, order = _choose_all(boxes, scores, iou_threshold, score_threshold, limit, call.attr("center_point_box", 0))
    count = call.note(lambda: _chosen(call, kept))
    batch, group, rank = jnp.nonzero(kept, size=count)
    return jnp.stack([batch, group, order[batch, group, rank]], 1).astype(jnp.int64)


def _chosen(call, kept):
    told = call.foretold()
    return int(jnp.count_nonzero(kept)) if told is None else len(told)


def _overlap(boxes, centred):
    """Intersection over union of all pairs."""
    a, b, c, d = (boxes[..., i] for i in range(4))
    if centred:
        left, right, low, high = a - c / 2, a + c / 2, b - d / 2, b + d / 2
    else:
        left, right, low, high = jnp.minimum(b, d), jnp.maximum(b, d), jnp.minimum(a, c), jnp.maximum(a, c)
    area = (right - left) * (high - low)

    def common(low, high):
        return jnp.maximum(jnp.minimum(high[..., :, None], high[..., None, :])
                           - jnp.maximum(low[..., :, None], low[..., None, :]), 0)
    both = common(left, right) * common(low, high)
    either = area[..., :, None] + area[..., None, :] - both
    return jnp.where(both > 0, both / either, 0)


def _choose(overlaps, order, valid, limit):
    """Which boxes, in falling order of score, are taken: greedy, at most `limit`."""
    ordered, wanted = overlaps[order][:, order], valid[order]

    def step(i, kept):
        take = wanted[i] & ~jnp.any(kept & ordered[i]) & (jnp.count_nonzero(kept) < limit)
        return kept.at[i].set(take)
    return lax.fori_loop(0, order.shape[0], step, jnp.zeros(order.shape, bool))


def _choose_everywhere(boxes, scores, iou_threshold, score_threshold, limit, centred):
    """(which boxes are taken [batch, class, rank], the boxes in falling order of score)."""
    iou_limit = jnp.zeros((), boxes.dtype) if iou_threshold is None else jnp.reshape(iou_threshold, ())
    overlaps = _overlap(boxes, centred) > iou_limit  # [batch, box, box]
    order = jnp.argsort(scores, axis=2, stable=True, descending=True)
    valid = jnp.ones(scores.shape, bool) if score_threshold is None else scores > jnp.reshape(score_threshold, ())
    choose = jax.vmap(jax.vmap(_choose, (None, 0, 0, None)), (0, 0, 0, None))
    return choose(overlaps, order, valid, limit), order


# Compiled as one: op by op each call would trace and compile the loop anew.
_choose_all = layer(_choose_everywhere, "centred")
