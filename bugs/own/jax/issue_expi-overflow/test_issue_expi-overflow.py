"""expi overflows before its result does.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import jax.numpy as jnp
import jax.scipy.special


def seen():
    return float(jax.scipy.special.expi(jnp.float32(89)))


def test_f():
    value = seen()
    print(value)
    assert math.isinf(value)


def right_f():
    value = seen()
    print(value)
    assert abs(value / 5.10e36 - 1) < 0.02
