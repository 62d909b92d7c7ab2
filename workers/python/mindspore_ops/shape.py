"""Operators that move elements without looking at them."""
import math

import mindspore as ms
import numpy as np
from mindspore import ops

from assay_worker import Unsupported

from .common import OPS, axes_of, axis_of, to_tensor


def _numbers(values, dtype=np.int64):
    return ms.Tensor(np.array(values, dtype))


@OPS.define("Constant")
def constant(call):
    """Converted once; the node keeps the tensor."""
    if call.node.references:
        name, = call.node.references
        return _tensor_of(name, call.attr(name))
    kept = call.node.__dict__.get("mindspore_value")
    if kept is None:
        (name, value), = call.node.attrs.items()
        kept = call.node.mindspore_value = _tensor_of(name, value)
    return kept


def _tensor_of(name, value):
    if name == "value":
        return to_tensor(value)
    if "string" in name or "sparse" in name:
        raise Unsupported(f"Constant with {name}")
    return _numbers(value, np.int64 if "int" in name else np.float32)


@OPS.define("Shape")
def shape(call, x):
    return _numbers(x.shape[call.attr("start", 0):call.attr("end")])


@OPS.define("Size")
def size(call, x):
    return _numbers(math.prod(x.shape))


@OPS.define("Reshape")
def reshape(call, x, target=None):
    wanted = call.ints(1) if call.opset >= 5 else call.attr("shape")
    if not call.attr("allowzero", 0):
        wanted = [x.shape[i] if n == 0 else n for i, n in enumerate(wanted)]
    if -1 in wanted:
        rest = math.prod(n for n in wanted if n != -1)
        wanted = [(math.prod(x.shape) // rest if rest else 0) if n == -1 else n for n in wanted]
    return ops.reshape(x, tuple(wanted))


@OPS.define("Flatten")
def flatten(call, x):
    axis = call.attr("axis", 1)
    axis = axis + x.ndim if axis < 0 else axis
    return ops.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@OPS.define("Transpose")
def transpose(call, x):
    return ops.transpose(x, tuple(call.attr("perm") or reversed(range(x.ndim))))


@OPS.define("Squeeze")
def squeeze(call, x, axes=None):
    axes = call.ints(1) if call.opset >= 13 else call.attr("axes")
    axes = [i for i, n in enumerate(x.shape) if n == 1] if axes is None else axes_of(axes, x.ndim)
    return ops.reshape(x, tuple(n for i, n in enumerate(x.shape) if i not in axes))


@OPS.define("Unsqueeze")
def unsqueeze(call, x, axes=None):
    axes = call.ints(1) if call.opset >= 13 else call.attr("axes")
    axes, sizes = axes_of(axes, x.ndim + len(axes)), iter(x.shape)
    return ops.reshape(x, tuple(1 if i in axes else next(sizes) for i in range(x.ndim + len(axes))))


@OPS.define("Concat")
def concat(call, *values):
    return ops.concat(values, axis_of(call.attr("axis", 1), values[0].ndim))


@OPS.define("Split")
def split(call, x, sizes=None):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    parts = call.ints(1) if call.opset >= 13 else call.attr("split")
    if parts is None:
        count = call.attr("num_outputs") or len(call.node.outputs)
        chunk = -(-x.shape[axis] // count)
        parts = [max(0, min(chunk, x.shape[axis] - i * chunk)) for i in range(count)]
    if 0 in parts:
        raise Unsupported("empty parts")
    return tuple(ops.split(x, parts, axis))


@OPS.define("Slice")
def slice_(call, x, starts=None, ends=None, axes=None, steps=None):
    if call.opset < 10:
        starts, ends, axes, steps = call.attr("starts"), call.attr("ends"), call.attr("axes"), None
    else:
        starts, ends, axes, steps = call.ints(1), call.ints(2), call.ints(3), call.ints(4)
    axes = range(len(starts)) if axes is None else axes_of(axes, x.ndim)
    begin, end, stride = [0] * x.ndim, list(x.shape), [1] * x.ndim
    for first, last, axis, step in zip(starts, ends, axes, steps or [1] * len(starts)):
        found = range(*slice(first, last, step).indices(x.shape[axis]))
        if step < 0 or not found:
            raise Unsupported("slices that run backwards or are empty")
        begin[axis], end[axis], stride[axis] = found[0], found[-1] + 1, step
    return ops.strided_slice(x, tuple(begin), tuple(end), tuple(stride))


@OPS.define("Expand")
def expand(call, x, target):
    return ops.broadcast_to(x, np.broadcast_shapes(tuple(x.shape), tuple(call.ints(1))))


@OPS.define("Tile")
def tile(call, x, repeats):
    return ops.tile(x, tuple(call.ints(1)))


@OPS.define("Gather")
def gather(call, x, indices):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    # MindSpore counts only from the start.
    return ops.gather(x, ops.where(indices < 0, indices + x.shape[axis], indices), axis)


@OPS.define("GatherElements")
def gather_elements(call, x, indices):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    if any(a != b for i, (a, b) in enumerate(zip(x.shape, indices.shape)) if i != axis):
        raise Unsupported("GatherElements from a part of the other axes")
    return ops.gather_elements(x, axis, ops.where(indices < 0, indices + x.shape[axis], indices))


@OPS.define("Trilu")
def trilu(call, x, k=None):
    offset = call.ints(1, [0])[0]
    offset = max(-x.shape[-2] - 1, min(offset, x.shape[-1] + 1))  # beyond the corners nothing changes
    return ops.triu(x, offset) if call.attr("upper", 1) else ops.tril(x, offset)


@OPS.define("Pad")
def pad(call, x, pads=None, value=None, axes=None):
    if call.attr("mode", "constant") != "constant" or call.opset < 11 or (len(call.inputs) > 3 and axes is not None):
        raise Unsupported("Pad in this form")
    amounts = call.ints(1)
    if any(n < 0 for n in amounts):
        raise Unsupported("negative pads")
    fill = 0 if value is None else call.static(2).reshape(()).item()
    flat = [n for i in reversed(range(x.ndim)) for n in (amounts[i], amounts[x.ndim + i])]  # from the last axis on
    return ops.pad(x, flat, value=fill)


@OPS.define("ConstantOfShape")
def constant_of_shape(call, target):
    value = call.attr("value")
    value = np.zeros(1, np.float32) if value is None else value
    return ops.full(tuple(call.ints(0)), value.reshape(()).item(), dtype=to_tensor(value).dtype)
