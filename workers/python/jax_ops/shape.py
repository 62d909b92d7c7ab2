"""Operators that move elements without looking at them."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from assay_worker import Unsupported

from .common import OPS, axes_of, axis_of, element_type


@OPS.define("Shape")
def shape(call, x):
    return jnp.asarray(np.array(x.shape[call.attr("start", 0):call.attr("end")], np.int64))


@OPS.define("Size")
def size(call, x):
    return jnp.asarray(np.int64(x.size))


@OPS.define("Reshape")
def reshape(call, x, target=None):
    wanted = call.ints(1) if call.opset >= 5 else call.attr("shape")
    if not call.attr("allowzero", 0):
        wanted = [x.shape[i] if n == 0 else n for i, n in enumerate(wanted)]
    if -1 in wanted:  # resolved here: with a size of 0 beside it JAX does not
        rest = math.prod(n for n in wanted if n != -1)
        wanted = [(x.size // rest if rest else 0) if n == -1 else n for n in wanted]
    return jnp.reshape(x, wanted)


@OPS.define("Flatten")
def flatten(call, x):
    axis = call.attr("axis", 1)
    axis = axis + x.ndim if axis < 0 else axis
    return jnp.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))


@OPS.define("Transpose")
def transpose(call, x):
    return jnp.transpose(x, call.attr("perm"))


@OPS.define("Squeeze")
def squeeze(call, x, axes=None):
    axes = call.ints(1) if call.opset >= 13 else call.attr("axes")
    return jnp.squeeze(x, None if axes is None else axes_of(axes, x.ndim))


@OPS.define("Unsqueeze")
def unsqueeze(call, x, axes=None):
    axes = call.ints(1) if call.opset >= 13 else call.attr("axes")
    return jnp.expand_dims(x, axes_of(axes, x.ndim + len(axes)))


@OPS.define("Concat")
def concat(call, *values):
    axis = call.attr("axis", 1 if call.opset < 4 else None)
    return jnp.concatenate(values, axis)


@OPS.define("Split")
def split(call, x, sizes=None):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    parts = call.ints(1) if call.opset == 1 or call.opset >= 13 else call.attr("split")
    if parts is None:
        parts = call.attr("split")
    if parts is None:
        count = call.attr("num_outputs") or len(call.node.outputs)
        chunk = -(-x.shape[axis] // count)  # the last part may be smaller
        parts = [max(0, min(chunk, x.shape[axis] - i * chunk)) for i in range(count)]
    return tuple(lax.split(x, parts, axis))


@OPS.define("Slice")
def slice_(call, x, starts=None, ends=None, axes=None, steps=None):
    if call.opset < 10:
        starts, ends, axes, steps = call.attr("starts"), call.attr("ends"), call.attr("axes"), None
    else:
        starts, ends, axes, steps = call.ints(1), call.ints(2), call.ints(3), call.ints(4)
    axes = range(len(starts)) if axes is None else axes_of(axes, x.ndim)
    first, last, stride, reversed_axes = [0] * x.ndim, list(x.shape), [1] * x.ndim, []
    for start, end, axis, step in zip(starts, ends, axes, steps or [1] * len(starts)):
        found = range(*slice(start, end, step).indices(x.shape[axis]))  # clamps and counts from the end as ONNX does
        if step < 0:
            found = found[::-1]
            reversed_axes.append(axis)
        # An empty range may lie anywhere; lax wants it inside.
        first[axis], last[axis], stride[axis] = (found[0], found[-1] + 1, abs(step)) if len(found) else (0, 0, 1)
    x = lax.slice(x, first, last, stride)
    return lax.rev(x, reversed_axes) if reversed_axes else x


@OPS.define("Expand")
def expand(call, x, target):
    return jnp.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(call.ints(1))))


@OPS.define("Tile")
def tile(call, x, repeats, axis=None):
    if call.opset >= 6:
        return jnp.tile(x, call.ints(1))
    counts = [1] * x.ndim
    counts[call.ints(2)[0]] = call.ints(1)[0]
    return jnp.tile(x, counts)


@OPS.define("Pad")
def pad(call, x, pads=None, value=None, axes=None):
    mode = call.attr("mode", "constant")
    if call.opset < 11:
        amounts, value, axes = call.attr("pads", call.attr("paddings")), call.attr("value", 0.0), range(x.ndim)
    else:
        amounts = call.ints(1)
        axes = call.ints(3) if len(call.inputs) > 3 else None
        axes = range(x.ndim) if axes is None else axes_of(axes, x.ndim)
    if x.ndim == 0:  # jnp.pad takes no empty list of widths
        return x
    widths = [(0, 0)] * x.ndim
    for i, axis in enumerate(axes):
        widths[axis] = (amounts[i], amounts[i + len(amounts) // 2])
    if mode == "constant":
        fill = jnp.zeros((), x.dtype) if value is None else jnp.asarray(value, x.dtype).reshape(())
        return lax.pad(x, fill, [(before, after, 0) for before, after in widths])
    if any(n < 0 for pair in widths for n in pair):
        raise Unsupported(f"negative pads in mode {mode}")
    if mode == "reflect" and any(sum(pair) and n == 1 for pair, n in zip(widths, x.shape)):
        raise Unsupported("reflection of a single element")
    if any(sum(pair) and n == 0 for pair, n in zip(widths, x.shape)):
        raise Unsupported(f"{mode} of an axis without elements")
    return jnp.pad(x, widths, mode=mode)


@OPS.define("DepthToSpace")
def depth_to_space(call, x):
    n, c, h, w = x.shape
    b = call.attr("blocksize")
    if call.attr("mode", "DCR") == "DCR":
        x = jnp.transpose(jnp.reshape(x, (n, b, b, c // (b * b), h, w)), (0, 3, 4, 1, 5, 2))
    else:
        x = jnp.transpose(jnp.reshape(x, (n, c // (b * b), b, b, h, w)), (0, 1, 4, 2, 5, 3))
    return jnp.reshape(x, (n, c // (b * b), h * b, w * b))


@OPS.define("SpaceToDepth")
def space_to_depth(call, x):
    n, c, h, w = x.shape
    b = call.attr("blocksize")
    if call.attr("mode", "DCR") == "DCR":
        x = jnp.transpose(jnp.reshape(x, (n, c, h // b, b, w // b, b)), (0, 3, 5, 1, 2, 4))
    else:
        x = jnp.transpose(jnp.reshape(x, (n, c, h // b, b, w // b, b)), (0, 1, 3, 5, 2, 4))
    return jnp.reshape(x, (n, c * b * b, h // b, w // b))


@OPS.define("EyeLike")
def eye_like(call, x):
    dtype = call.attr("dtype")
    return jnp.eye(x.shape[0], x.shape[1], k=call.attr("k", 0), dtype=x.dtype if dtype is None else element_type(dtype))


@OPS.define("Trilu")
def trilu(call, x, k=None):
    offset = call.ints(1, [0])[0]
    # Beyond the corners nothing changes any more, and JAX keeps the offset in 32 bits.
    offset = max(-x.shape[-2] - 1, min(offset, x.shape[-1] + 1))
    return jnp.triu(x, offset) if call.attr("upper", 1) else jnp.tril(x, offset)


@OPS.define("ConstantOfShape")
def constant_of_shape(call, target):
    value = call.attr("value")
    value = np.zeros(1, np.float32) if value is None else value
    if value.dtype.kind == "O":
        raise Unsupported("strings")
    return jnp.full(tuple(call.ints(0)), value.reshape(()), value.dtype)


@OPS.define("Constant")
def constant(call):
    """Converted once; the node keeps the value."""
    if call.node.references:
        name, = call.node.references
        return jnp.asarray(constant_array({name: call.attr(name)}))
    kept = call.node.__dict__.get("jax_value")
    if kept is None:
        with jax.ensure_compile_time_eval():  # also while tracing a value that outlives the trace
            kept = call.node.jax_value = jnp.asarray(constant_array(call.node.attrs))
    return kept


def constant_array(attrs):
    for name, value in attrs.items():
        if name in ("value", "sparse_value"):
            if value.dtype.kind == "O":
                raise Unsupported("strings")
            return value
        if name.startswith("value_string"):
            raise Unsupported("strings")
        return np.array(value, np.int64 if name.startswith("value_int") else np.float32)
    raise Unsupported("a Constant without a value")


@OPS.define("Range")
def range_(call, start, limit, delta):
    first, end, step = (call.static(i).reshape(()) for i in range(3))
    count = max(0, math.ceil((_number(end) - _number(first)) / _number(step)))
    # Each element is start + i * delta, rounded once more than in exact arithmetic.
    return start.reshape(()) + jnp.arange(count, dtype=start.dtype) * delta.reshape(())


def _number(array):
    return int(array) if array.dtype.kind in "iu" else float(array)


@OPS.define("ReverseSequence")
def reverse_sequence(call, x, lengths):
    time, batch = call.attr("time_axis", 0), call.attr("batch_axis", 1)
    steps = jnp.arange(x.shape[time])[None, :]
    lengths = lengths[:, None]
    source = jnp.where(steps < lengths, lengths - 1 - steps, steps)  # [batch, time]
    shape_ = [1] * x.ndim
    shape_[batch], shape_[time] = x.shape[batch], x.shape[time]
    source = jnp.reshape(source if batch < time else source.T, shape_)
    return jnp.take_along_axis(x, source, time)


@OPS.define("CenterCropPad")
def center_crop_pad(call, x, target):
    axes = call.attr("axes")
    axes = range(x.ndim) if axes is None else axes_of(axes, x.ndim)
    widths = [(0, 0, 0)] * x.ndim
    for axis, wanted in zip(axes, call.ints(1)):
        extra = wanted - x.shape[axis]
        before = extra // 2 if extra >= 0 else -((-extra) // 2)
        widths[axis] = (before, extra - before, 0)
    return lax.pad(x, jnp.zeros((), x.dtype), widths)
