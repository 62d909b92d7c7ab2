import jax
import jax.numpy as jnp

a = jnp.arange(6.0).reshape(2, 3)
b = jnp.arange(12.0).reshape(3, 4)
mv = lambda m, v: m @ v
out = jax.vmap(mv, in_axes=(None, 1), out_axes=1)(a, b)
print(out)
assert jnp.allclose(out, a @ b)
print(jax.vmap(jnp.outer)(a, a).shape)
print(jax.vmap(lambda r: jnp.dot(r, r))(a))
