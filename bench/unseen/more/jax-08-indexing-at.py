import jax.numpy as jnp

x = jnp.zeros((3, 4))
x = x.at[0].set(jnp.arange(4.0))
x = x.at[1:, 2].add(5.0)
x = x.at[2, ::2].multiply(3.0)
x = x.at[:, -1].max(2.0)
print(x)
print(x[jnp.array([0, 2])][:, jnp.array([1, 3])])
print(jnp.take_along_axis(x, jnp.argsort(x, axis=1), axis=1))
print(x[x.sum(axis=1) > 8].shape)
