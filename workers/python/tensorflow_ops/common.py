"""What every operator file needs: the table, element types, shapes and axes.

Values: a tensor is a tf.Tensor, a sequence a list, an optional an assay_worker.Optional. In a traced program every
tensor has a static shape, because operators whose shape depends on data fix it with `fixed`.
"""
import numpy as np
import tensorflow as tf

from assay_worker import Unsupported, numpy_dtype, onnx_dtype
from onnx_program import Operators

OPS = Operators()

# Types that tf.cast and the storage of tensors know, but hardly any kernel.
TINY_INTS = ("int4", "uint4", "int2", "uint2")
LARGEST_FLOAT8 = {"float8_e4m3fn": 448.0, "float8_e5m2": 57344.0}


def tf_type(number):
    """ONNX element type number -> tf.DType."""
    if number == 8:
        return tf.string
    dtype = numpy_dtype(number)
    try:
        return tf.as_dtype(dtype)
    except TypeError:
        raise Unsupported(f"element type {dtype.name}: TensorFlow has no such type") from None


def onnx_type(dtype):
    """tf.DType -> ONNX element type number."""
    return 8 if dtype == tf.string else onnx_dtype(np.dtype(dtype.as_numpy_dtype))


def dims(x):
    """The shape as a list of integers."""
    return x.shape.as_list()


def rank(x):
    return x.shape.rank


def fixed(call, x):
    """x with the shape it has in the eager run: for results whose shape depends on data."""
    shape = call.note(lambda: tuple(x.shape))
    if not x.shape.is_fully_defined():
        # Takes all elements; XLA learns from it that the size is no longer dynamic.
        x = tf.slice(x, [0] * len(shape), shape)
        x.set_shape(shape)
    return x


def axis_of(axis, count):
    return int(axis) + count if axis < 0 else int(axis)


def scalar(value, like):
    return tf.constant(bool(value) if like.dtype == tf.bool else value, like.dtype)


def move(x, order):
    """tf.transpose that does nothing for the identity."""
    return x if list(order) == list(range(len(order))) else tf.transpose(x, order)


def channels_last(x):
    n = rank(x)
    return move(x, [0, *range(2, n), 1])


def channels_first(x):
    n = rank(x)
    return move(x, [0, n - 1, *range(1, n - 1)])


def wrapped(indices, size):
    """Indices with the negative ones counted from the end."""
    if indices.dtype.is_unsigned:
        return indices
    return tf.where(indices < 0, indices + tf.constant(size, indices.dtype), indices)


def product(values):
    total = 1
    for v in values:
        total *= int(v)
    return total


def span(call, since, name):
    """A list that is an attribute before opset `since` and input 1 from then on; None when it is left out."""
    if call.opset < since:
        return call.attr(name)
    return call.ints(1)
