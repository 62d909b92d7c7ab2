"""spence of the largest numbers.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import jax.numpy as jnp
import jax.scipy.special


def seen():
    return float(jax.scipy.special.spence(jnp.float32(3e38)))


def test_f():
    value = seen()
    print(value)
    assert math.isnan(value)


def right_f():
    value = seen()
    print(value)
    assert abs(value + 3926.3) < 1
