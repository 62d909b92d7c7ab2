import jax.numpy as jnp

x = jnp.zeros((3, 3))
x = x.at[0, :].set(1.0)
x = x.at[:, 2].add(5.0)
x = x.at[1, 1].multiply(3.0)
x = x.at[2].max(jnp.array([0.5, -1.0, 2.0]))
print(x)
assert x.sum() == 20.5
