import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    y = complex(jnp.arcsinh(jnp.complex64(1e20)))
    print(y)
    # arcsinh(x) is about log(2 x) = 46.74; the square of x is not a float.
    assert abs(np.arcsinh(np.complex128(1e20)) - 46.7448) < 1e-3
    assert np.isinf(y.real)
