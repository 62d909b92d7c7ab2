"""The operators of the MindSpore importer, one module per family."""
from .common import OPS, to_tensor
from . import elementwise, linear, nn, shape

__all__ = ["OPS", "to_tensor"]
