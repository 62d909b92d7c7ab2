"""The table, element types and axes."""
import mindspore as ms
import numpy as np

from assay_worker import Unsupported, numpy_dtype
from onnx_program import Operators

OPS = Operators()
FLOATS = (ms.float32, ms.float64, ms.float16, ms.bfloat16)


NAMES = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
         "float64"}


def to_tensor(array):
    """A tensor with its own memory: MindSpore may write into what it shares, and requests are read-only."""
    if array.dtype.name not in NAMES:
        raise Unsupported(f"element type {array.dtype.name}")
    return ms.Tensor(np.array(array))


def is_float(x):
    return x.dtype in FLOATS


def element_type(number):
    dtype = numpy_dtype(number)
    if dtype.name not in NAMES:
        raise Unsupported(f"element type {dtype.name}")
    return ms.dtype.pytype_to_dtype(dtype.type) if dtype != np.bool_ else ms.bool_


def axis_of(axis, rank):
    return axis + rank if axis < 0 else axis


def axes_of(axes, rank):
    return tuple(axis_of(a, rank) for a in axes)


def as_channels(x, rank, axis=1):
    shape = [1] * rank
    shape[axis] = -1
    return x.reshape(tuple(shape))
