"""A sum over several negative axes is that over the same axes counted from the front (tensorflow/tensorflow#27497). The twin of that report's program."""
import jax
import jax.numpy as jnp
x = jnp.arange(120.0).reshape(1, 4, 5, 6)
front = jnp.sum(x, axis=(1, 2))
back = jnp.sum(x, axis=(-2, -3))
print(front.shape, back.shape)
assert front.tolist() == back.tolist()
