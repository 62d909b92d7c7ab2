import jax
import jax.numpy as jnp
import numpy as np
import jax.scipy.special as jsp
import scipy.special


def test_f():
    y = jsp.ndtri(jnp.array([-1.0, 2.0]))
    print(y)
    # -1 and 2 are no probabilities: there is no quantile.
    assert np.isnan(scipy.special.ndtri([-1.0, 2.0])).all()
    assert y.tolist() == [-np.inf, np.inf]
