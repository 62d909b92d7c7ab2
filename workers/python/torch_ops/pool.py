"""Poolings: torch's own where its padding rules allow, otherwise by gathering the windows."""
import math

import torch
import torch.nn.functional as F

from torch_ops.base import OPS, constant, is_float, positions
from torch_ops.windows import cover, gather_windows, windows

_MAX = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}
_AVERAGE = {1: F.avg_pool1d, 2: F.avg_pool2d, 3: F.avg_pool3d}
_GLOBAL_AVERAGE = {1: F.adaptive_avg_pool1d, 2: F.adaptive_avg_pool2d, 3: F.adaptive_avg_pool3d}


def _fits(win, dilated):
    """Whether torch's pooling takes these pads: the same at both ends, at most half a kernel."""
    if any(2 * b > k for b, k in zip(win.before, win.kernel)) or not all(win.out):
        return False
    return win.symmetric and (dilated or all(d == 1 for d in win.dilations))


@OPS.define("MaxPool")
def max_pool(call, x):
    win = windows(call, x.shape[2:], call.attr("kernel_shape"))
    rank = len(win.size)
    small = not is_float(x)
    lowest = torch.iinfo(x.dtype).min if small else -math.inf
    data = x.float() if small else x  # exact for the 8-bit integers that ONNX admits; torch pools floats only
    wants_indices = call.has_output(1)
    if rank in _MAX and all(win.out) and not (wants_indices and not _fits(win, True)):
        if _fits(win, True):
            args = (data, win.kernel, win.strides, win.before, win.dilations, win.ceil)
        else:
            args = (cover(data, win, float(lowest)), win.kernel, win.strides, 0, win.dilations, False)
        if not wants_indices:
            return _MAX[rank](*args).to(x.dtype)
        y, places = _MAX[rank](*args, return_indices=True)
        return y.to(x.dtype), _indices(call, x, places)
    cells = gather_windows(data, win, float(lowest)).flatten(2 + rank)
    y = torch.amax(cells, -1).to(x.dtype)
    if not wants_indices:
        return y
    shape = [1, 1] + win.size
    numbers = positions(math.prod(win.size), x).reshape(shape).to(torch.float64)
    numbers = gather_windows(numbers, win, -1.0).flatten(2 + rank).to(torch.int64)
    places = torch.gather(numbers.expand(cells.shape), -1, torch.argmax(cells, -1, keepdim=True)).squeeze(-1)
    return y, _indices(call, x, places)


def _indices(call, x, places):
    """Places within one image, row-major, as ONNX counts them: from the start of the tensor, maybe column-major."""
    size = list(x.shape[2:])
    if call.attr("storage_order", 0):
        left, places, stride = places, torch.zeros_like(places), math.prod(size)
        for length in size[::-1]:
            stride //= length
            places = places + torch.remainder(left, length) * stride
            left = torch.div(left, length, rounding_mode="floor")
    planes = positions(x.shape[0] * x.shape[1], x).reshape(list(x.shape[:2]) + [1] * len(size))
    return places + planes * math.prod(size)


@OPS.define("AveragePool")
def average_pool(call, x):
    win = windows(call, x.shape[2:], call.attr("kernel_shape"))
    rank = len(win.size)
    include = bool(call.attr("count_include_pad", 0))
    if rank in _AVERAGE and _fits(win, False):
        return _AVERAGE[rank](x, win.kernel, win.strides, win.before, win.ceil, include)
    total = torch.sum(gather_windows(x, win, 0), tuple(range(2 + rank, 2 + 2 * rank)))
    count = None
    for i in range(rank):
        low, high = (-win.before[i], win.size[i] + win.after[i]) if include else (0, win.size[i])
        starts = [o * win.strides[i] - win.before[i] for o in range(win.out[i])]
        inside = [sum(low <= s + k * win.dilations[i] < high for k in range(win.kernel[i])) for s in starts]
        inside = constant(inside, x.dtype, x).reshape([-1] + [1] * (rank - 1 - i))
        count = inside if count is None else count * inside
    return total / count


@OPS.define("LpPool")
def lp_pool(call, x):
    win = windows(call, x.shape[2:], call.attr("kernel_shape"))
    rank = len(win.size)
    return torch.linalg.vector_norm(gather_windows(x, win, 0), call.attr("p", 2), tuple(range(2 + rank, 2 + 2 * rank)))


@OPS.define("GlobalAveragePool")
def global_average_pool(call, x):
    rank = x.dim() - 2
    if rank in _GLOBAL_AVERAGE:
        return _GLOBAL_AVERAGE[rank](x, 1)
    return torch.mean(x, tuple(range(2, x.dim())), keepdim=True)


@OPS.define("GlobalMaxPool")
def global_max_pool(call, x):
    return torch.amax(x, tuple(range(2, x.dim())), keepdim=True)


@OPS.define("GlobalLpPool")
def global_lp_pool(call, x):
    return torch.linalg.vector_norm(x, call.attr("p", 2), tuple(range(2, x.dim())), keepdim=True)
