"""The inverse of a matrix of NaNs holds no numbers (jax-ml/jax#28637)."""
import jax
import jax.numpy as jnp
import numpy as np

got = np.asarray(jnp.linalg.tensorinv(jnp.full((2, 2), jnp.nan), 1))
print(got.tolist())
assert np.isnan(got).all()
