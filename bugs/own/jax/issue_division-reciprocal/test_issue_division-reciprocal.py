"""XLA turns the division by a large scalar into a multiplication by its reciprocal.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import jax
import jax.numpy as jnp


def seen():
    return jax.jit(lambda x: x / 1e38)(jnp.array([3e38, 1e38])).tolist()


def test_f():
    value = seen()
    print(value)
    assert value == [0.0, 0.0]


def right_f():
    value = seen()
    print(value)
    assert all(abs(a - b) < 1e-5 for a, b in zip(value, (3, 1)))
