import jax.numpy as jnp
from jax import lax

x = jnp.arange(20).reshape(4, 5)
print(lax.dynamic_slice(x, (1, 2), (2, 3)))
print(lax.dynamic_update_slice(x, jnp.zeros((2, 2), x.dtype), (3, 4)))
print(jnp.pad(x, ((1, 0), (0, 2)), constant_values=-1).shape)
print(jnp.concatenate([x, x], axis=1).shape, jnp.split(x, 2)[1])
print(jnp.swapaxes(x, 0, 1).shape, jnp.moveaxis(x[None], 0, -1).shape)
print(lax.fori_loop(0, 4, lambda i, s: s + x[i, 0], 0))
print(lax.cumsum(x, axis=1)[:, -1])
