"""Operators that make, move or reshape tensors without computing."""
import math

import torch

from assay_worker import Unsupported
from torch_ops.base import OPS, axes_of, axis_of, constant, from_numpy, torch_dtype


@OPS.define("Constant")
def constant_node(call):
    for name, dtype in (("value_float", torch.float32), ("value_floats", torch.float32), ("value_int", torch.int64),
                        ("value_ints", torch.int64)):
        value = call.attr(name)
        if value is not None:
            return torch.tensor(value, dtype=dtype, device=call.framework.device)
    value = call.attr("value")
    if value is None:
        value = call.attr("sparse_value")
    if value is None:
        raise Unsupported("strings")
    return from_numpy(value.copy(), call.framework.device)


@OPS.define("ConstantOfShape")
def constant_of_shape(call, shape):
    value = call.attr("value")
    if value is None:
        return torch.zeros(call.ints(0), device=call.framework.device)
    return from_numpy(value.copy(), call.framework.device).reshape(()).expand(call.ints(0)).clone()


@OPS.define("Shape")
def shape_of(call, x):
    sizes = list(x.shape)
    start, end = call.attr("start", 0), call.attr("end")
    return constant(sizes[slice(start, end)], torch.int64, x)


@OPS.define("Size")
def size_of(call, x):
    return constant(x.numel(), torch.int64, x)


@OPS.define("Reshape")
def reshape(call, x, shape=None):
    sizes = list(call.attr("shape")) if call.opset < 5 else call.ints(1)
    if not call.attr("allowzero", 0):
        sizes = [x.shape[i] if size == 0 else size for i, size in enumerate(sizes)]
    if -1 in sizes:  # torch refuses -1 for an empty tensor although the other sizes decide it
        others = math.prod(size for size in sizes if size != -1)
        if others:
            sizes[sizes.index(-1)] = x.numel() // others
    return x.reshape(sizes)


@OPS.define("Flatten")
def flatten(call, x):
    axis = call.attr("axis", 1)
    axis = axis + x.dim() if axis < 0 else axis
    return x.reshape(math.prod(x.shape[:axis]), math.prod(x.shape[axis:]))


def _axes(call, default=None):
    return call.attr("axes", default) if call.opset < 13 else call.ints(1, default)


@OPS.define("Squeeze")
def squeeze(call, x, axes=None):
    axes = _axes(call)
    if axes is None:
        return x.squeeze()
    axes = axes_of(axes, x.dim())
    if any(x.shape[axis] != 1 for axis in axes):
        raise ValueError(f"Squeeze of axes {axes} of shape {list(x.shape)}")
    return x.squeeze(axes)


@OPS.define("Unsqueeze")
def unsqueeze(call, x, axes=None):
    axes = _axes(call)
    rank = x.dim() + len(axes)
    for axis in sorted(axes_of(axes, rank)):
        x = x.unsqueeze(axis)
    return x


@OPS.define("Transpose")
def transpose(call, x):
    return x.permute(call.attr("perm") or list(range(x.dim()))[::-1])


@OPS.define("Concat")
def concat(call, *inputs):
    axis = call.attr("axis", 1 if call.opset < 4 else None)
    axis = axis_of(axis, inputs[0].dim())
    # torch.cat lets an empty vector of rank 1 pass beside other ranks; ONNX does not.
    if any(x.dim() != inputs[0].dim() for x in inputs):
        raise ValueError("Concat of tensors of different ranks")
    return torch.cat(inputs, axis)


@OPS.define("Split")
def split(call, x, sizes=None):
    axis = axis_of(call.attr("axis", 0), x.dim())
    sizes = call.attr("split") if call.opset < 13 and sizes is None else call.ints(1)
    if sizes is None:
        count = call.attr("num_outputs") or len(call.node.outputs)
        piece = -(-x.shape[axis] // count)
        sizes = [max(0, min(piece, x.shape[axis] - i * piece)) for i in range(count)]
    return tuple(torch.split(x, sizes, axis))


@OPS.define("Slice")
def slice_(call, x, *inputs):
    if call.opset < 10:
        starts, ends, axes, steps = call.attr("starts"), call.attr("ends"), call.attr("axes"), None
    else:
        starts, ends, axes, steps = call.ints(1), call.ints(2), call.ints(3), call.ints(4)
    axes = axes_of(range(len(starts)) if axes is None else axes, x.dim())
    for i, axis in enumerate(axes):
        taken = range(*slice(starts[i], ends[i], steps[i] if steps else 1).indices(x.shape[axis]))
        if taken.step < 0:
            taken = taken[::-1]
            x = _take(x, axis, taken).flip(axis)
        else:
            x = _take(x, axis, taken)
    return x


def _take(x, axis, taken):
    if len(taken) == x.shape[axis]:
        return x
    if not len(taken):
        return x.narrow(axis, 0, 0)
    return x[(slice(None),) * axis + (slice(taken[0], taken[-1] + 1, taken.step),)]


@OPS.define("Expand")
def expand(call, x, shape):
    sizes = call.ints(1)
    rank = max(len(sizes), x.dim())
    sizes = [1] * (rank - len(sizes)) + sizes
    have = [1] * (rank - x.dim()) + list(x.shape)
    return x.expand([h if s == 1 else s for s, h in zip(sizes, have)])


@OPS.define("Tile")
def tile(call, x, repeats, axis=None):
    if call.opset < 6:
        times = [1] * x.dim()
        times[call.ints(2)[0]] = call.ints(1)[0]
        return x.repeat(times)
    return x.repeat(call.ints(1)) if x.dim() else x


@OPS.define("Range")
def range_(call, start, limit, delta):
    # The number of elements is decided by ONNX's formula; torch.arange rounds it in its own way.
    first, last, step = (call.static(i).reshape(()).item() for i in range(3))
    if start.dtype.is_floating_point:
        count = max(0, math.ceil((last - first) / step))
        if start.dtype in (torch.float32, torch.float64):
            values = torch.arange(count, device=start.device).to(start.dtype) * delta.reshape(()) + start.reshape(())
            return values
    else:
        count = max(0, -((first - last) // step))
        if start.dtype in (torch.int16, torch.int32, torch.int64):
            return torch.arange(first, first + count * step, step, dtype=start.dtype, device=start.device)
    return (torch.arange(count, device=start.device) * step + first).to(start.dtype)


@OPS.define("EyeLike")
def eye_like(call, x):
    dtype = x.dtype if call.attr("dtype") is None else torch_dtype(call.attr("dtype"))
    rows, columns = x.shape
    difference = torch.arange(columns, device=x.device) - torch.arange(rows, device=x.device).unsqueeze(1)
    return (difference == call.attr("k", 0)).to(dtype)


@OPS.define("Trilu")
def trilu(call, x, k=None):
    k = 0 if k is None else call.ints(1)[0]
    return torch.triu(x, k) if call.attr("upper", 1) else torch.tril(x, k)


@OPS.define("DepthToSpace")
def depth_to_space(call, x):
    block = call.attr("blocksize")
    if call.attr("mode", "DCR") == "CRD":
        return torch.pixel_shuffle(x, block)
    n, c, h, w = x.shape
    depth = c // (block * block)
    x = x.reshape(n, block, block, depth, h, w).permute(0, 3, 4, 1, 5, 2)
    return x.reshape(n, depth, h * block, w * block)


@OPS.define("SpaceToDepth")
def space_to_depth(call, x):
    block = call.attr("blocksize")
    n, c, h, w = x.shape
    x = x.reshape(n, c, h // block, block, w // block, block)
    mode = call.attr("mode", "DCR")
    x = x.permute(0, 3, 5, 1, 2, 4) if mode == "DCR" else x.permute(0, 1, 3, 5, 2, 4)
    return x.reshape(n, c * block * block, h // block, w // block)


@OPS.define("Pad")
def pad(call, x, *inputs):
    mode = call.attr("mode", "constant")
    if call.opset < 11:
        pads, axes, value = call.attr("pads", call.attr("paddings")), None, call.attr("value", 0.0)
    else:
        pads, axes = call.ints(1), call.ints(3)
        value = 0 if call.static(2) is None else call.static(2).reshape(()).item()
    rank = x.dim()
    before, after = [0] * rank, [0] * rank
    axes = list(range(rank)) if axes is None else axes_of(axes, rank)
    for i, axis in enumerate(axes):
        before[axis], after[axis] = pads[i], pads[len(axes) + i]
    if mode == "constant":
        return torch.constant_pad_nd(x, [p for pair in list(zip(before, after))[::-1] for p in pair], value)
    native = _native_pad(x, before, after, mode)
    if native is not None:
        return native
    for axis in range(rank):
        if before[axis] or after[axis]:
            places = _padded_places(x.shape[axis], before[axis], after[axis], mode)
            x = x.index_select(axis, constant(places, torch.int64, x))
    return x


def _native_pad(x, before, after, mode):
    """torch.nn.functional.pad where its modes apply: floats, one to three last axes, pads that fit, or None."""
    rank = x.dim()
    padded = rank - next((axis for axis in range(rank) if before[axis] or after[axis]), rank)
    if not 1 <= padded <= 3 or rank - padded not in (1, 2) or not x.dtype.is_floating_point or x.numel() == 0:
        return None
    pairs = list(zip(before, after))[:rank - padded - 1:-1]
    sizes = [x.shape[rank - 1 - i] for i in range(padded)]
    limit = {"reflect": -1, "edge": math.inf, "wrap": 0}[mode]
    if any(min(pair) < 0 or max(pair) > size + limit for pair, size in zip(pairs, sizes)):
        return None
    name = {"reflect": "reflect", "edge": "replicate", "wrap": "circular"}[mode]
    return torch.nn.functional.pad(x, [p for pair in pairs for p in pair], mode=name)


def _padded_places(size, before, after, mode):
    places = []
    for i in range(-before, size + after):
        if mode == "edge":
            places.append(min(max(i, 0), size - 1))
        elif mode == "wrap":
            places.append(i % size)
        else:
            period = max(2 * (size - 1), 1)
            i %= period
            places.append(i if i < size else period - i)
    return places
