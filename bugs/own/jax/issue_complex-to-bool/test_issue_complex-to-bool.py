import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    x = jnp.array([0j, 1j, 1 + 0j])
    y = x.astype(bool)
    print(y)
    # numpy: anything but 0 + 0j is True.
    assert np.asarray(x).astype(bool).tolist() == [False, True, True]
    assert y.tolist() == [False, False, True]
