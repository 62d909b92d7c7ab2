"""A cumulative sum in booleans never falls back to False (jax-ml/jax#28646)."""
import jax
import jax.numpy as jnp
import numpy as np

want = np.cumsum([-1, 0, 1], dtype=bool).tolist()
got = jnp.cumsum(jnp.array([-1, 0, 1]), dtype=bool).tolist()
print(want, got)
assert got == want
