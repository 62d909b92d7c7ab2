import jax
import jax.numpy as jnp
from jax import lax

image = jnp.arange(32.0).reshape(1, 4, 4, 2) / 32
print(jax.image.resize(image, (1, 2, 2, 2), method="bilinear")[0, :, :, 0])
print(jax.image.resize(image, (1, 8, 8, 2), "nearest")[0, 0, :, 0])
kernel = jnp.ones((3, 3, 2, 1)) / 9
blurred = lax.conv_general_dilated(image, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
print(blurred[0, :, :, 0])
pooled = lax.reduce_window(image, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
print(pooled.shape, pooled[0, 0])
print(jnp.flip(image, axis=2)[0, 0, :, 0], jnp.rot90(image[0])[0])
print(jnp.pad(image[0, :, :, 0], ((1, 1), (1, 1)), mode="edge"))
print(jnp.convolve(jnp.array([1.0, 2.0, 3.0]), jnp.array([0.0, 1.0, 0.5])))
