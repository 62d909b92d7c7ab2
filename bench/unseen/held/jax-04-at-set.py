import jax.numpy as jnp

x = jnp.zeros((3, 3))
x = x.at[1, :].set(1.0)
x = x.at[:, 2].add(5)
print(x)
y = jnp.arange(5).at[jnp.array([0, 0, 3])].add(1)
print(y)
print(jnp.arange(5).at[2].get())
print(x.at[0, 0].max(7.0))
