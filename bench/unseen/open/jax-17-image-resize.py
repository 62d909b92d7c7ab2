import jax
import jax.numpy as jnp

img = jnp.arange(16.0).reshape(4, 4)
print(jax.image.resize(img, (2, 2), method="nearest"))
print(jax.image.resize(img, (8, 8), method="bilinear")[0])
print(jnp.pad(img, ((1, 1), (0, 0)), mode="edge").shape)
print(jnp.rot90(img)[0], jnp.fliplr(img)[0])
