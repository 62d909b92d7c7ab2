"""ONNX operators in TensorFlow: one file for each family. OPS is the table of all of them."""
from .common import OPS
from . import activation, cast, conv, elementwise, indexing, matmul, norm, pool, reduce, scatter, shape
