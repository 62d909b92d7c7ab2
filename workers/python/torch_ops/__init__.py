"""The operators of the PyTorch importer: one file per family, each of which fills the table OPS."""
from torch_ops.base import OPS
from torch_ops import (activation, attention, cast, control, conv, elementwise, fourier, image, indexing, loss, matmul,
                       ml, norm, pool, quantize, random, reduce, resize, rnn, roi, scatter, sequence, shape, training)

__all__ = ["OPS"]
