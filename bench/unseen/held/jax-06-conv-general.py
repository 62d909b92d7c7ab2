import jax
import jax.numpy as jnp
from jax import lax

img = jnp.arange(25.0).reshape(1, 1, 5, 5)
kernel = jnp.ones((1, 1, 3, 3))
out = lax.conv(img, kernel, (1, 1), "SAME")
print(out)
out2 = lax.conv_general_dilated(img, kernel, window_strides=(2, 2), padding="VALID")
print(out2.shape, out2)
pooled = lax.reduce_window(img, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
print(pooled)
