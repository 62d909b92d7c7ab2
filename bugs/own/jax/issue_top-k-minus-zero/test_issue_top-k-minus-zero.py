"""top_k orders -0 below 0.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import jax
import jax.numpy as jnp


def seen():
    return int(jax.lax.top_k(jnp.array([-0.0, 0.0]), 1)[1][0])


def test_f():
    value = seen()
    print(value)
    assert value == 1


def right_f():
    value = seen()
    print(value)
    assert value == 0
