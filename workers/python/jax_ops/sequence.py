"""Sequences are Python lists, optionals are assay_worker.Optional."""
import jax.numpy as jnp
from jax import lax

from assay_worker import Optional, Unsupported

from .common import OPS, axis_of


def _position(call, i, default=None):
    return call.ints(i, [default])[0] if i < len(call.inputs) else default


@OPS.define("SequenceConstruct")
def sequence_construct(call, *values):
    return list(values)


@OPS.define("SequenceEmpty")
def sequence_empty(call):
    return []


@OPS.define("SequenceLength")
def sequence_length(call, values):
    return jnp.asarray(len(values), jnp.int64)


@OPS.define("SequenceAt")
def sequence_at(call, values, position):
    return values[_position(call, 1)]


@OPS.define("SequenceInsert")
def sequence_insert(call, values, value, position=None):
    at = _position(call, 2, len(values))
    at = at + len(values) if at < 0 else at
    return values[:at] + [value] + values[at:]


@OPS.define("SequenceErase")
def sequence_erase(call, values, position=None):
    at = axis_of(_position(call, 1, -1), len(values))
    return values[:at] + values[at + 1:]


@OPS.define("SplitToSequence")
def split_to_sequence(call, x, sizes=None):
    axis = axis_of(call.attr("axis", 0), x.ndim)
    length = x.shape[axis]
    if sizes is None:
        parts = list(lax.split(x, [1] * length, axis)) if length else []
        return parts if call.attr("keepdims", 1) else [jnp.squeeze(part, axis) for part in parts]
    found = call.ints(1)
    if sizes.ndim == 0:
        chunk = found[0]
        found = [min(chunk, length - at) for at in range(0, length, chunk)]
    return list(lax.split(x, found, axis))


@OPS.define("ConcatFromSequence")
def concat_from_sequence(call, values):
    if call.attr("new_axis", 0):
        return jnp.stack(values, call.attr("axis"))
    return jnp.concatenate(values, call.attr("axis"))


@OPS.define("SequenceMap")
def sequence_map(call, first, *others):
    body = call.attr("body")
    columns = [[] for _ in body.outputs]
    for i in range(len(first)):
        out = call.subgraph(body, [first[i], *(x[i] if isinstance(x, list) else x for x in others)])
        for column, value in zip(columns, out):
            column.append(value)
    return tuple(columns)


@OPS.define("Optional")
def optional(call, value=None):
    return Optional(value)


@OPS.define("OptionalHasElement")
def optional_has_element(call, value=None):
    content = value.value if isinstance(value, Optional) else value
    return jnp.asarray(content is not None)


@OPS.define("OptionalGetElement")
def optional_get_element(call, value):
    if not isinstance(value, Optional):
        return value
    if value.value is None:
        raise Unsupported("the element of an empty optional")
    return value.value
