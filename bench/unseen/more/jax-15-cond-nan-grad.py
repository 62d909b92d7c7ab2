import jax
import jax.numpy as jnp
from jax import lax


def safe_log(x):
    return lax.cond(x > 0, lambda v: jnp.log(v), lambda v: -jnp.inf * jnp.ones_like(v), x)


print(safe_log(2.0), safe_log(-1.0))


def safe_norm(x):
    sq = jnp.sum(x ** 2)
    is_zero = sq == 0
    return jnp.where(is_zero, 0.0, jnp.sqrt(jnp.where(is_zero, 1.0, sq)))


print(jax.grad(safe_norm)(jnp.zeros(3)))
print(jax.grad(jnp.linalg.norm)(jnp.ones(3)))
