"""The operators of the JAX importer, one module per family."""
from .common import OPS
from . import (
    activation, attention, cast, control, conv, elementwise, image, indexing, matmul, norm, pool, quantize,
    random, reduce, resize, rnn, sequence, shape, signal, training,
)

__all__ = ["OPS"]
