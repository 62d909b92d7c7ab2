"""welch and csd: nperseg is documented as 256.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import jax.numpy as jnp
import jax.scipy.signal


def seen():
    return jax.scipy.signal.welch(jnp.ones(300))[0].shape, 'default: 256' in jax.scipy.signal.welch.__doc__


def test_f():
    value = seen()
    print(value)
    assert value == ((151,), True)


def right_f():
    value = seen()
    print(value)
    assert value[0] == (129,) or not value[1]
