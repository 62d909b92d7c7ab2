### Description: argmax with NaN
import jax.numpy as jnp
import numpy as np

x = np.array([1.0, np.nan, 3.0], dtype=np.float32)
print("numpy", np.argmax(x), "jax", jnp.argmax(jnp.asarray(x)))
np.testing.assert_array_equal(np.argmax(x), jnp.argmax(x))
print(jnp.nanargmax(x), jnp.nanmax(x))
y = jnp.sort(jnp.array(x))
print(y)
assert np.isnan(np.asarray(y)[-1])
