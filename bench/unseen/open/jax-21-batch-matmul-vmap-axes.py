import jax
import jax.numpy as jnp

A = jnp.arange(12.0).reshape(2, 2, 3)
x = jnp.ones((3,))
f = jax.vmap(jnp.dot, in_axes=(0, None))
print(f(A, x))
g = jax.vmap(jnp.matmul, in_axes=(0, 0), out_axes=0)
print(g(A, jnp.swapaxes(A, 1, 2)))
print(jnp.outer(x, x), jnp.vdot(x, x))
