"""The difference of two sets has one dimension, whatever the shape of the first (jax-ml/jax#32402)."""
import jax
import jax.numpy as jnp
a, b = jnp.zeros((1, 1)), jnp.zeros((1,))
shapes = [jnp.setdiff1d(a, b).shape, jnp.setdiff1d(a, b, assume_unique=True).shape]
print(shapes)
assert shapes == [(0,), (0,)]
