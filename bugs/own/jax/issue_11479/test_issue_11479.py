import jax
import jax.numpy as jnp
import numpy as np
import jax.scipy.special as jsp


def test_f():
    y = float(jax.grad(jnp.i0)(0.0))
    print(y)
    # The derivative of i0 is i1, and i1(0) = 0.
    assert float(jsp.i1(0.0)) == 0
    assert abs(y - 1) < 1e-3
