"""What the operator families share: the table, element types, axes, and the way to call JAX's own layers.

Attributes are Python numbers. JAX treats those as weakly typed, so `alpha * x` stays in the type of x.
"""
import functools

import jax
import jax.numpy as jnp
import numpy as np

from assay_worker import Unsupported, numpy_dtype
from onnx_program import Operators

OPS = Operators()
FLOAT16, BFLOAT16 = np.dtype("float16"), np.dtype(jnp.bfloat16)


def layer(function, *static):
    """A function of JAX that is itself a Python composition (jax.nn and such), entered through jit.

    It is the same computation, but without jit each call walks through Python's custom_jvp machinery (200 us).
    """
    return jax.jit(function, static_argnames=static)


def element_type(number):
    if number == 8:
        raise Unsupported("strings")
    return numpy_dtype(number)


def is_float(x):
    return jnp.issubdtype(x.dtype, jnp.floating)


def is_integer(x):
    return jnp.issubdtype(x.dtype, jnp.integer)


def is_half(x):
    return x.dtype == FLOAT16 or x.dtype == BFLOAT16


def axis_of(axis, rank):
    return axis + rank if axis < 0 else axis


def axes_of(axes, rank):
    return tuple(axis_of(a, rank) for a in axes)


def as_channels(x, rank, axis=1):
    """A vector as a tensor of `rank` dimensions that lies along `axis`."""
    shape = [1] * rank
    shape[axis] = -1
    return jnp.reshape(x, shape)


def widened(x):
    """Half precision as float32, where an intermediate value of the formula leaves the range of the type."""
    return x.astype(jnp.float32) if is_half(x) else x


@functools.lru_cache(None)
def lowest(dtype):
    """The smallest value, -inf for floats."""
    if dtype == np.bool_:
        return np.zeros((), dtype)[()]
    if jnp.issubdtype(dtype, jnp.floating):
        return np.asarray(-np.inf, dtype)[()]
    return np.asarray(jnp.iinfo(dtype).min, dtype)[()]


@functools.lru_cache(None)
def highest(dtype):
    if dtype == np.bool_:
        return np.ones((), dtype)[()]
    if jnp.issubdtype(dtype, jnp.floating):
        return np.asarray(np.inf, dtype)[()]
    return np.asarray(jnp.iinfo(dtype).max, dtype)[()]
