"""The gradient of a product with several zeros is 0 everywhere, whichever way it is asked for (pytorch/pytorch#194699). The twin of that report's program."""
import jax
import jax.numpy as jnp
x = jnp.array([[1e13, 0.0, 0.0], [1e13, 1e13, 0.0], [1e13, 1e13, 1e13]], dtype=jnp.float32)
gradient = jax.grad(jnp.prod)(x)
print(gradient.tolist())
assert bool((gradient == 0).all())
