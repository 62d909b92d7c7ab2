"""Helpers of programs that are carried to JAX: assertions of programs."""
import jax.numpy as jnp
import numpy as np


def equal(x, y):
    """Whether both have the same shape and elements."""
    return x.shape == y.shape and bool(jnp.all(x == y))


def assert_near(x, y, rtol=None, atol=None):
    np.testing.assert_allclose(x, y, rtol=1e-6 if rtol is None else rtol, atol=1e-6 if atol is None else atol)


def check_numerics(x, message):
    if not bool(jnp.isfinite(x).all()):
        raise ValueError(message)
    return x


def assert_all(truths, message):
    if not bool(jnp.all(truths)):
        raise ValueError(message)
