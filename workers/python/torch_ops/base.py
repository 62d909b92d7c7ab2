"""What all operator files of the PyTorch importer share: the table, element types, values, axes."""
import ml_dtypes
import numpy as np
import torch

from assay_worker import Optional, Unsupported
from onnx_program import Operators

OPS = Operators()

# ONNX element type number -> torch type. Sub-byte types have no element-wise storage in torch.
TYPES = {
    1: torch.float32, 2: torch.uint8, 3: torch.int8, 4: torch.uint16, 5: torch.int16, 6: torch.int32, 7: torch.int64,
    9: torch.bool, 10: torch.float16, 11: torch.float64, 12: torch.uint32, 13: torch.uint64, 14: torch.complex64,
    15: torch.complex128, 16: torch.bfloat16, 17: torch.float8_e4m3fn, 18: torch.float8_e4m3fnuz, 19: torch.float8_e5m2,
    20: torch.float8_e5m2fnuz, 24: torch.float8_e8m0fnu,
}
NAMES = {8: "string", 21: "uint4", 22: "int4", 23: "float4e2m1", 25: "uint2", 26: "int2", 27: "float6e2m3",
         28: "float6e3m2"}
NUMBERS = {dtype: number for number, dtype in TYPES.items()}
FLOAT8 = {torch.float8_e4m3fn, torch.float8_e4m3fnuz, torch.float8_e5m2, torch.float8_e5m2fnuz}
SMALL_FLOATS = {torch.float16, torch.bfloat16}

# Types that numpy only knows through ml_dtypes travel as their bits.
_BITS = {"bfloat16": (np.uint16, torch.bfloat16), "float8_e4m3fn": (np.uint8, torch.float8_e4m3fn),
         "float8_e4m3fnuz": (np.uint8, torch.float8_e4m3fnuz), "float8_e5m2": (np.uint8, torch.float8_e5m2),
         "float8_e5m2fnuz": (np.uint8, torch.float8_e5m2fnuz), "float8_e8m0fnu": (np.uint8, torch.float8_e8m0fnu)}
_NUMPY_BITS = {dtype: (torch.uint16 if bits is np.uint16 else torch.uint8, np.dtype(getattr(ml_dtypes, name)))
               for name, (bits, dtype) in _BITS.items()}


def torch_dtype(number):
    dtype = TYPES.get(number)
    if dtype is None:
        raise Unsupported(f"element type {NAMES.get(number, number)}")
    return dtype


def from_numpy(array, device=None):
    """A tensor that shares the array's memory where torch allows it."""
    array = np.asarray(array)
    if any(stride < 0 for stride in array.strides) or not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="), copy=True, order="C")
    if not array.flags.writeable:
        array = array.copy()  # torch cannot mark a tensor as read-only
    name = array.dtype.name
    if name in _BITS:
        # Without a view of another type, which a trace would record, and which TorchScript does not take.
        dtype = _BITS[name][1]
        flat = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        tensor = (torch.frombuffer(flat, dtype=dtype) if flat.size else torch.empty(0, dtype=dtype)).reshape(array.shape)
    elif array.dtype.kind in "OUS":
        raise Unsupported("strings")
    elif array.dtype.kind in "fiubc":
        tensor = torch.from_numpy(array)
    else:
        raise Unsupported(f"element type {name}")
    return tensor if device is None else tensor.to(device)


def to_numpy(tensor):
    tensor = tensor.detach()
    if tensor.device.type != "cpu":
        tensor = tensor.cpu()
    tensor = tensor.resolve_conj().resolve_neg()
    if tensor.dtype in _NUMPY_BITS:
        bits, dtype = _NUMPY_BITS[tensor.dtype]
        return tensor.contiguous().view(bits).numpy().view(dtype)
    return tensor.numpy()


def wrap(value, device=None):
    """A worker's value as the importer's: arrays become tensors, lists and optionals keep their form."""
    if isinstance(value, list):
        return [wrap(item, device) for item in value]
    if isinstance(value, Optional):
        return Optional(None if value.value is None else wrap(value.value, device))
    if isinstance(value, dict):
        raise Unsupported("maps")
    return from_numpy(value, device)


def unwrap(value):
    if isinstance(value, list):
        return [unwrap(item) for item in value]
    if isinstance(value, Optional):
        return Optional(None if value.value is None else unwrap(value.value))
    return to_numpy(value)


def axis_of(axis, rank):
    """An axis counted from the front; errors as ONNX wants them, since Python's indexing would accept more."""
    axis = int(axis)
    if not -max(rank, 1) <= axis < max(rank, 1):
        raise ValueError(f"axis {axis} of a tensor of rank {rank}")
    return axis % rank if rank else 0


def axes_of(axes, rank):
    return [axis_of(axis, rank) for axis in axes]


def is_float(x):
    return x.dtype.is_floating_point


def is_int(x):
    return not x.dtype.is_floating_point and not x.dtype.is_complex and x.dtype != torch.bool


def wide(dtype):
    """The type in which to compute where ONNX asks for at least float32."""
    return torch.float32 if dtype in SMALL_FLOATS else dtype


def constant(values, dtype, like):
    """A small tensor of numbers known in Python, on the device of `like`."""
    return torch.tensor(values, dtype=dtype, device=like.device)


def positions(count, like):
    return torch.arange(count, device=like.device)
