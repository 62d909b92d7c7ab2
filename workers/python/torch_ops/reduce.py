"""Reductions. Axes are an attribute in old opsets and an input since 13 (ReduceSum) or 18 (the others)."""
import math

import torch

from torch_ops.base import OPS, axes_of, is_float, is_int


def _axes(call, x):
    """Axes to reduce over, in order; an empty list: over none."""
    by_input = call.opset >= (13 if call.op == "ReduceSum" else 18)
    axes = call.ints(1) if by_input else call.attr("axes")
    if not axes:
        return [] if call.attr("noop_with_empty_axes", 0) and by_input else list(range(x.dim()))
    return sorted(set(axes_of(axes, x.dim())))


def _reduction(function):
    def run(call, x, axes=None):
        return function(x, _axes(call, x), bool(call.attr("keepdims", 1)))
    return run


def _sum(x, axes, keep):
    if not axes:
        return x
    return torch.sum(x, axes, keep, dtype=x.dtype)


def _mean(x, axes, keep):
    if not axes:
        return x
    if is_float(x):
        return torch.mean(x, axes, keep)
    count = math.prod(x.shape[axis] for axis in axes)
    total = torch.sum(x, axes, keep)  # int64, also of uint64
    if x.dtype == torch.uint64:
        total = total.to(x.dtype)
    return torch.div(total, count, rounding_mode="trunc").to(x.dtype)


def _prod(x, axes, keep):
    for axis in axes[::-1]:
        x = torch.prod(x, axis, keep, dtype=x.dtype)
    return x


def _extreme(function, empty):
    def run(x, axes, keep):
        if not axes:
            return x
        if any(x.shape[axis] == 0 for axis in axes):
            shape = [1 if i in axes else size for i, size in enumerate(x.shape) if keep or i not in axes]
            return torch.full(shape, empty(x.dtype), dtype=x.dtype, device=x.device)
        return function(x, axes, keep)
    return run


def _lowest(dtype):
    if dtype == torch.bool:
        return False
    return -math.inf if dtype.is_floating_point else torch.iinfo(dtype).min


def _highest(dtype):
    if dtype == torch.bool:
        return True
    return math.inf if dtype.is_floating_point else torch.iinfo(dtype).max


def _norm(order):
    def run(x, axes, keep):
        if not axes:
            return torch.abs(x)
        if is_float(x):
            return torch.linalg.vector_norm(x, order, axes, keep)
        if order == 1:
            return torch.sum(torch.abs(x), axes, keep, dtype=x.dtype)
        return torch.linalg.vector_norm(x.double(), order, axes, keep).to(x.dtype)
    return run


def _sum_square(x, axes, keep):
    return _sum(torch.square(x), axes, keep)


def _log_sum(x, axes, keep):
    if is_int(x):
        return torch.log(_sum(x.double(), axes, keep)).to(x.dtype)
    return torch.log(_sum(x, axes, keep))


def _log_sum_exp(x, axes, keep):
    if not axes:
        return x
    if is_int(x):
        return torch.logsumexp(x.double(), axes, keep).to(x.dtype)
    return torch.logsumexp(x, axes, keep)


for _name, _function in {
        "ReduceSum": _sum, "ReduceMean": _mean, "ReduceProd": _prod, "ReduceMax": _extreme(torch.amax, _lowest),
        "ReduceMin": _extreme(torch.amin, _highest), "ReduceL1": _norm(1), "ReduceL2": _norm(2),
        "ReduceSumSquare": _sum_square, "ReduceLogSum": _log_sum, "ReduceLogSumExp": _log_sum_exp}.items():
    OPS.define(_name)(_reduction(_function))
