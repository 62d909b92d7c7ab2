"""Sequences are Python lists, optionals assay_worker.Optional. Lists are never changed in place."""
import tensorflow as tf

from .common import OPS, axis_of, dims, rank
from assay_worker import Optional


@OPS.define("SequenceConstruct")
def sequence_construct(call, *values):
    return list(values)


@OPS.define("SequenceEmpty")
def sequence_empty(call):
    return []


@OPS.define("SequenceAt")
def sequence_at(call, sequence, position):
    return sequence[call.ints(1)[0]]


@OPS.define("SequenceInsert")
def sequence_insert(call, sequence, value, position=None):
    at = len(sequence) if position is None else axis_of(call.ints(2)[0], len(sequence))
    return sequence[:at] + [value] + sequence[at:]


@OPS.define("SequenceErase")
def sequence_erase(call, sequence, position=None):
    at = axis_of(call.ints(1, [-1])[0], len(sequence))
    return sequence[:at] + sequence[at + 1:]


@OPS.define("SequenceLength")
def sequence_length(call, sequence):
    return tf.constant(len(sequence), tf.int64)


@OPS.define("ConcatFromSequence")
def concat_from_sequence(call, sequence):
    if call.attr("new_axis", 0):
        return tf.stack(sequence, axis_of(call.attr("axis"), rank(sequence[0]) + 1))
    return tf.concat(sequence, axis_of(call.attr("axis"), rank(sequence[0])))


@OPS.define("SplitToSequence")
def split_to_sequence(call, x, split=None):
    axis = axis_of(call.attr("axis", 0), rank(x))
    length = dims(x)[axis]
    if split is None:
        parts = tf.split(x, [1] * length, axis)
        return list(parts) if call.attr("keepdims", 1) else [tf.squeeze(p, [axis]) for p in parts]
    sizes = call.static(1)
    if sizes.ndim == 0:
        part = int(sizes)
        sizes = [min(part, length - at) for at in range(0, length, part)]
    return list(tf.split(x, [int(s) for s in sizes], axis))


@OPS.define("SequenceMap")
def sequence_map(call, first, *others):
    body = call.attr("body")
    rows = [call.subgraph(body, [value, *(o[i] if isinstance(o, list) else o for o in others)])
            for i, value in enumerate(first)]
    return tuple([row[k] for row in rows] for k in range(len(body.outputs)))


@OPS.define("Optional")
def optional(call, value=None):
    return Optional(value)


@OPS.define("OptionalHasElement")
def optional_has_element(call, value=None):
    return tf.constant(value is not None and not (isinstance(value, Optional) and value.value is None))


@OPS.define("OptionalGetElement")
def optional_get_element(call, value):
    return value.value if isinstance(value, Optional) else value
