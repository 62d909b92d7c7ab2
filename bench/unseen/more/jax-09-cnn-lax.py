import jax
import jax.numpy as jnp
from jax import lax

key = jax.random.PRNGKey(1)
img = jax.random.normal(key, (1, 8, 8, 2))
kernel = jax.random.normal(jax.random.PRNGKey(2), (3, 3, 2, 4)) * 0.1
out = lax.conv_general_dilated(img, kernel, window_strides=(1, 1), padding="SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
out = jax.nn.relu(out)
pooled = lax.reduce_window(out, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
print(out.shape, pooled.shape)
assert (pooled >= 0).all()
