"""The operators of the JAX importer, one module per family."""
from .common import OPS
from . import activation, cast, control, conv, elementwise, indexing, matmul, norm, pool, quantize, random, reduce, rnn, sequence, shape

__all__ = ["OPS"]
