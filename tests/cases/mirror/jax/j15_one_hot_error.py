import jax
import jax.numpy as jnp

labels = jnp.array([0, 2, 5])
oh = jax.nn.one_hot(labels, 4)
print(oh)
assert oh[2].sum() == 0.0
try:
    jnp.concatenate([jnp.ones((2, 2)), jnp.ones((3, 3))], axis=0)
except TypeError as err:
    print("TypeError raised")
grid = jnp.meshgrid(jnp.arange(2), jnp.arange(3), indexing="ij")
print(grid[0].shape)
