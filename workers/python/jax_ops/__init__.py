"""The operators of the JAX importer, one module per family."""
from .common import OPS
from . import activation, cast, elementwise, indexing, random, reduce, shape

__all__ = ["OPS", "activation", "cast", "elementwise", "indexing", "random", "reduce", "shape"]
