"""i0 overflows before its result does.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import math

import jax.numpy as jnp
import jax.scipy.special


def seen():
    return float(jax.scipy.special.i0(jnp.float32(89))), float(jax.scipy.special.i1(jnp.float32(89)))


def test_f():
    value = seen()
    print(value)
    assert math.isinf(value[0]) and math.isinf(value[1])


def right_f():
    value = seen()
    print(value)
    assert abs(value[0] / 1.90e37 - 1) < 0.02
