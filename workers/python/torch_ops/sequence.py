"""Sequences (Python lists of tensors) and optionals."""
import torch

from assay_worker import Optional
from torch_ops.base import OPS, axis_of


def _place(call, i, length, sequence):
    """A position in the sequence, counted from the front; `length` is the number of admissible ones."""
    at = call.ints(i)[0]
    if not -len(sequence) <= at < length:
        raise IndexError(f"position {at} of a sequence of {len(sequence)}")
    return at + len(sequence) if at < 0 else at


@OPS.define("SequenceEmpty")
def sequence_empty(call):
    return []


@OPS.define("SequenceConstruct")
def sequence_construct(call, *inputs):
    return list(inputs)


@OPS.define("SequenceAt")
def sequence_at(call, sequence, at):
    return sequence[_place(call, 1, len(sequence), sequence)]


@OPS.define("SequenceInsert")
def sequence_insert(call, sequence, value, at=None):
    place = len(sequence) if at is None else _place(call, 2, len(sequence) + 1, sequence)
    return sequence[:place] + [value] + sequence[place:]


@OPS.define("SequenceErase")
def sequence_erase(call, sequence, at=None):
    place = len(sequence) - 1 if at is None else _place(call, 1, len(sequence), sequence)
    return sequence[:place] + sequence[place + 1:]


@OPS.define("SequenceLength")
def sequence_length(call, sequence):
    return torch.tensor(len(sequence), dtype=torch.int64, device=call.framework.device)


@OPS.define("SplitToSequence")
def split_to_sequence(call, x, split=None):
    axis = axis_of(call.attr("axis", 0), x.dim())
    if x.shape[axis] == 0 and (split is None or split.dim() == 0):
        return []  # torch.split gives one empty piece
    if split is None:
        pieces = list(torch.split(x, 1, axis))
        return pieces if call.attr("keepdims", 1) else [piece.squeeze(axis) for piece in pieces]
    sizes = call.ints(1)
    return list(torch.split(x, sizes[0] if split.dim() == 0 else sizes, axis))


@OPS.define("ConcatFromSequence")
def concat_from_sequence(call, sequence):
    axis = call.attr("axis")
    if call.attr("new_axis", 0):
        return torch.stack(sequence, axis_of(axis, sequence[0].dim() + 1))
    return torch.cat(sequence, axis_of(axis, sequence[0].dim()))


@OPS.define("SequenceMap")
def sequence_map(call, sequence, *others):
    graph = call.attr("body")
    results = [call.subgraph(graph, [item] + [o[i] if isinstance(o, list) else o for o in others])
               for i, item in enumerate(sequence)]
    return tuple([list(column) for column in zip(*results)] if results else [[] for _ in graph.outputs])


@OPS.define("Optional")
def optional(call, value=None):
    return Optional(value)


@OPS.define("OptionalHasElement")
def optional_has_element(call, value=None):
    there = value.value is not None if isinstance(value, Optional) else value is not None
    return torch.tensor(there, device=call.framework.device)


@OPS.define("OptionalGetElement")
def optional_get_element(call, value):
    if isinstance(value, Optional):
        if value.value is None:
            raise ValueError("OptionalGetElement of an empty optional")
        return value.value
    return value
