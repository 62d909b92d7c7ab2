import jax
import jax.numpy as jnp

key = jax.random.PRNGKey(0)
a = jax.random.normal(key, (4, 3, 5))
b = jax.random.normal(jax.random.PRNGKey(1), (4, 5, 2))
out = jax.vmap(jnp.matmul)(a, b)
ref = jnp.einsum("bij,bjk->bik", a, b)
print(out.shape)
assert jnp.allclose(out, ref, atol=1e-5)
