import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    y = complex(jnp.tan(jnp.complex64(1 + 100j)))
    print(y)
    # tan tends to i above the real axis.
    assert abs(np.tan(np.complex128(1 + 100j)) - 1j) < 1e-6
    assert np.isnan(y.imag)
