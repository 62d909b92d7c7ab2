"""polyval is documented as equal to numpy.polyval, also at infinity (tensorflow/tensorflow#111414). The twin of that report's program."""
import jax
import jax.numpy as jnp
import numpy as np

with np.errstate(invalid="ignore"):
    want = np.polyval([1.0, 1.0], np.inf)
got = float(jnp.polyval(jnp.array([1.0, 1.0]), jnp.inf))
print("numpy", want, "got", got)
assert np.array_equal([want], [got], equal_nan=True)
