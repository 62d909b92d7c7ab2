import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    x = np.float32(1e-40)
    mantissa, exponent = jnp.frexp(jnp.array(x))
    print(float(mantissa), int(exponent))
    # The mantissa lies in [0.5, 1), as numpy has it.
    assert 0.5 <= np.frexp(x)[0] < 1 and np.frexp(x)[1] == -132
    assert not 0.5 <= float(mantissa) < 1
