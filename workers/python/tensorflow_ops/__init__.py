"""ONNX operators in TensorFlow: one file for each family. OPS is the table of all of them."""
from .common import OPS
from . import activation, cast, control, conv, elementwise, indexing, matmul, norm, pool, quantize, random, reduce
from . import resize, rnn, sampling, scatter, sequence, shape, signal, text
