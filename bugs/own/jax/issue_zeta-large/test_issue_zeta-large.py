"""zeta with a large second argument.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import jax.numpy as jnp
import jax.scipy.special


def seen():
    return float(jax.scipy.special.zeta(2., 1e20))


def test_f():
    value = seen()
    print(value)
    assert value == 0


def right_f():
    value = seen()
    print(value)
    assert abs(value / 1e-20 - 1) < 1e-3
