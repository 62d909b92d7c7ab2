import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    y = jnp.hypot(jnp.inf, jnp.nan)
    print(y)
    # Whatever the other side is, the hypotenuse is infinite (IEEE 754, numpy).
    assert np.isposinf(np.hypot(np.inf, np.nan))
    assert np.isnan(y)
