import jax.numpy as jnp

x = jnp.arange(5)
print(x[10])
print(x[-1])
print(jnp.take(x, jnp.array([1, 3])))
print(jnp.where(x > 2, x, -x))
print(jnp.take_along_axis(jnp.array([[3, 1, 2]]), jnp.array([[1, 2, 0]]), axis=1))
