import jax
import jax.numpy as jnp
import numpy as np
import jax.scipy.special as jsp
import scipy.special


def test_f():
    y = float(jsp.gamma(-0.5))
    print(y)
    # gamma(-1/2) = -2 sqrt(pi); the exponential of its logarithm has no sign.
    assert abs(scipy.special.gamma(-0.5) + 2 * np.sqrt(np.pi)) < 1e-6
    assert abs(y - 2 * np.sqrt(np.pi)) < 1e-4
