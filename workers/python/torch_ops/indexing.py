"""Operators that pick elements: Gather and its kin, TopK, NonZero, Unique, cumulative sums."""
import torch

from torch_ops.base import OPS, axis_of, positions


def from_front(indices, size):
    """int64 indices without negative ones: most of torch's indexing operators do not accept those."""
    indices = indices.to(torch.int64)
    return torch.where(indices < 0, indices + size, indices)


@OPS.define("Gather")
def gather(call, x, indices):
    axis = axis_of(call.attr("axis", 0), x.dim())
    indices = from_front(indices, x.shape[axis])
    picked = x.index_select(axis, indices.reshape(-1))
    return picked.reshape(x.shape[:axis] + indices.shape + x.shape[axis + 1:])


@OPS.define("GatherElements")
def gather_elements(call, x, indices):
    axis = axis_of(call.attr("axis", 0), x.dim())
    return torch.gather(x, axis, from_front(indices, x.shape[axis]))


@OPS.define("GatherND")
def gather_nd(call, x, indices):
    batch = call.attr("batch_dims", 0)
    depth = indices.shape[-1]
    lead = x.shape[:batch]
    at = [positions(size, x).reshape((size,) + (1,) * (indices.dim() - 2 - i)) for i, size in enumerate(lead)]
    at += [from_front(indices[..., i], x.shape[batch + i]) for i in range(depth)]
    if not at:
        return x.expand(indices.shape[:-1] + x.shape)
    return x[tuple(at)]


def counted(call, x, axis):
    """Marks a size that data decided: a traced program, which has taken it for a constant, must not outlive it."""
    call.note(lambda: x.shape[axis])
    return x


@OPS.define("NonZero")
def non_zero(call, x):
    return counted(call, torch.nonzero(x).t(), 1)


@OPS.define("Compress")
def compress(call, x, condition):
    axis = call.attr("axis")
    if axis is None:
        x, axis = x.reshape(-1), 0
    axis = axis_of(axis, x.dim())
    places = torch.nonzero(condition[:x.shape[axis]]).reshape(-1)
    return x.index_select(axis, counted(call, places, 0))


@OPS.define("ArgMax", "ArgMin")
def arg_extreme(call, x):
    axis = axis_of(call.attr("axis", 0), x.dim())
    keep = bool(call.attr("keepdims", 1))
    function = torch.argmax if call.op == "ArgMax" else torch.argmin
    if call.attr("select_last_index", 0):
        return x.shape[axis] - 1 - function(x.flip(axis), axis, keep)
    return function(x, axis, keep)


@OPS.define("TopK")
def top_k(call, x, k=None):
    k = call.attr("k") if call.opset < 10 else call.ints(1)[0]
    axis = axis_of(call.attr("axis", -1), x.dim())
    largest = bool(call.attr("largest", 1))
    if call.output_count == 1:
        return torch.topk(x, k, axis, largest, True)[0]
    # Of equal elements ONNX takes the lower index first, which torch.topk does not promise.
    values, indices = torch.sort(x, dim=axis, descending=largest, stable=True)
    return values.narrow(axis, 0, k), indices.narrow(axis, 0, k)


@OPS.define("OneHot")
def one_hot(call, indices, depth, values):
    size = call.ints(1)[0]
    axis = call.attr("axis", -1)
    axis = axis + indices.dim() + 1 if axis < 0 else axis
    places = from_front(indices, size).unsqueeze(axis)
    steps = positions(size, indices).reshape((size,) + (1,) * (indices.dim() - axis))
    return torch.where(places == steps, values[1], values[0])


@OPS.define("ReverseSequence")
def reverse_sequence(call, x, lengths):
    batch, time = call.attr("batch_axis", 1), call.attr("time_axis", 0)
    shape = [1] * x.dim()
    shape[time] = x.shape[time]
    steps = positions(x.shape[time], x).reshape(shape)
    shape = [1] * x.dim()
    shape[batch] = x.shape[batch]
    lengths = lengths.to(torch.int64).reshape(shape)
    places = torch.where(steps < lengths, lengths - 1 - steps, steps)
    return torch.gather(x, time, places.expand(x.shape))


@OPS.define("CumSum", "CumProd")
def cumulative(call, x, axis):
    axis = axis_of(call.ints(1)[0], x.dim())
    product = call.op == "CumProd"
    if call.attr("reverse", 0):
        x = x.flip(axis)
    if call.attr("exclusive", 0) and x.shape[axis]:
        first = torch.ones_like if product else torch.zeros_like
        x = torch.cat([first(x.narrow(axis, 0, 1)), x.narrow(axis, 0, x.shape[axis] - 1)], axis)
    y = torch.cumprod(x, axis, dtype=x.dtype) if product else torch.cumsum(x, axis, dtype=x.dtype)
    return y.flip(axis) if call.attr("reverse", 0) else y


@OPS.define("Unique")
def unique(call, x):
    axis = call.attr("axis")
    if axis is None:
        x, axis = x.reshape(-1), 0
        values, places, counts = torch.unique(x, sorted=True, return_inverse=True, return_counts=True)
    else:
        axis = axis_of(axis, x.dim())
        values, places, counts = torch.unique(x, sorted=True, return_inverse=True, return_counts=True, dim=axis)
    found = counted(call, values, axis).shape[axis]
    size = x.shape[axis]
    first = torch.full((found,), size, dtype=torch.int64, device=x.device)
    first = first.scatter_reduce(0, places, positions(size, x), "amin")
    if not call.attr("sorted", 1):
        order = torch.argsort(first)
        values, first, counts = values.index_select(axis, order), first[order], counts[order]
        places = torch.argsort(order)[places]
    return values, first, places, counts


@OPS.define("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(call, x, indices):
    picked = x.index_select(x.dim() - 1, indices.reshape(-1))
    return picked.reshape(1, -1) if x.dim() == 1 else picked


@OPS.define("Binarizer", domain="ai.onnx.ml")
def binarizer(call, x):
    threshold = call.attr("threshold", 0.0)
    return (x > threshold).to(x.dtype)


@OPS.define("Det")
def det(call, x):
    return torch.linalg.det(x)
