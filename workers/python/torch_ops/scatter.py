"""Operators that write into a copy of a tensor at given places."""
import math

import torch

from assay_worker import Unsupported
from torch_ops.base import OPS, axis_of, positions
from torch_ops.indexing import from_front

_REDUCE = {"add": "sum", "mul": "prod", "max": "amax", "min": "amin"}


@OPS.define("Scatter", "ScatterElements")
def scatter_elements(call, x, indices, updates):
    axis = axis_of(call.attr("axis", 0), x.dim())
    indices = from_front(indices, x.shape[axis])
    reduction = call.attr("reduction", "none")
    if reduction == "none":
        return torch.scatter(x, axis, indices, updates)
    return torch.scatter_reduce(x, axis, indices, updates, _REDUCE[reduction], include_self=True)


@OPS.define("ScatterND")
def scatter_nd(call, x, indices, updates):
    depth = indices.shape[-1]
    reduction = call.attr("reduction", "none")
    if depth == 0:
        raise Unsupported("ScatterND with indices of depth 0")
    at = tuple(from_front(indices[..., i], x.shape[i]) for i in range(depth))
    if reduction in ("none", "add"):
        return x.index_put(at, updates, accumulate=reduction == "add")
    # The other reductions work on rows: one row per place that an index can name.
    rows, width = math.prod(x.shape[:depth]), math.prod(x.shape[depth:])
    row = torch.zeros_like(at[0])
    for i in range(depth):
        row = row * x.shape[i] + at[i]
    row = row.reshape(-1, 1).expand(-1, width)
    flat = torch.scatter_reduce(x.reshape(rows, width), 0, row, updates.reshape(-1, width), _REDUCE[reduction],
                                include_self=True)
    return flat.reshape(x.shape)


@OPS.define("TensorScatter")
def tensor_scatter(call, cache, update, write_indices=None):
    axis = axis_of(call.attr("axis", -2), cache.dim())
    steps = positions(update.shape[axis], cache)
    shape = [1] * cache.dim()
    shape[axis] = update.shape[axis]
    steps = steps.reshape(shape)
    if write_indices is not None:
        steps = steps + write_indices.reshape([-1] + [1] * (cache.dim() - 1))
    if call.attr("mode", "linear") == "circular":
        steps = torch.remainder(steps, cache.shape[axis])
    return torch.scatter(cache, axis, steps.expand(update.shape), update)


@OPS.define("MaxUnpool")
def max_unpool(call, x, indices, output_shape=None):
    kernel = call.attr("kernel_shape")
    rank = len(kernel)
    strides, pads = call.attr("strides") or [1] * rank, call.attr("pads") or [0] * (2 * rank)
    sizes = [(x.shape[i + 2] - 1) * strides[i] - pads[i] - pads[rank + i] + kernel[i] for i in range(rank)]
    natural = list(x.shape[:2]) + sizes
    flat = torch.zeros(math.prod(natural), dtype=x.dtype, device=x.device)
    y = flat.scatter(0, indices.reshape(-1), x.reshape(-1)).reshape(natural)
    wanted = call.ints(2)
    if wanted is None or wanted == natural:
        return y
    # The indices are meant for the natural size; a larger output has zeros at the far sides.
    return torch.constant_pad_nd(y, [p for i in range(len(wanted))[::-1] for p in (0, wanted[i] - natural[i])], 0)
