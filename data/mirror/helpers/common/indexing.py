"""Helpers of programs that are carried to any framework: taking, putting, splitting and sorting."""


def chunk(x, count, axis=0):
    size = -(-x.shape[axis] // count)
    return split(x, size, axis)
