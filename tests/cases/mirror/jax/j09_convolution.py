import jax
import jax.numpy as jnp
import numpy as np

x = jnp.arange(16, dtype=jnp.float32).reshape(1, 1, 4, 4)
k = jnp.ones((1, 1, 2, 2), jnp.float32)
y = jax.lax.conv_general_dilated(x, k, window_strides=(1, 1), padding="VALID")
z = jax.lax.conv(x, k, (2, 2), "SAME")
print(y.shape, z.shape)
np.testing.assert_allclose(y[0, 0, 0, 0], 10.0)
