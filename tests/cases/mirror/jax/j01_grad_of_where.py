import jax
import jax.numpy as jnp


def safe_log(x):
    return jnp.where(x > 0, jnp.log(x), 0.0)


g = jax.grad(lambda x: safe_log(x).sum())(jnp.array([0.0, 1.0, 2.0]))
print(g)
assert jnp.isnan(g[0])
