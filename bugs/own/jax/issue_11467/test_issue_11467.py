import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    y = float(jax.grad(lambda x: jnp.ldexp(x, 3))(2.0))
    print(y)
    # ldexp(x, 3) = 8 x, so its derivative is 8 everywhere.
    assert float(jnp.ldexp(2.0, 3)) == 16
    assert y == 0
