import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    y = complex(jnp.exp(jnp.complex64(complex(np.inf, 0))))
    print(y)
    # C99, Annex G: exp(inf + 0i) = inf + 0i; numpy does so.
    assert np.exp(np.complex128(complex(np.inf, 0))).imag == 0
    assert np.isposinf(y.real) and np.isnan(y.imag)
