import jax
import jax.numpy as jnp
from jax import lax


def step(carry, x):
    carry = carry + x
    return carry, carry


final, ys = lax.scan(step, 0.0, jnp.array([1.0, 2.0, 3.0, 4.0]))
print(final, ys)
assert jnp.allclose(ys, jnp.cumsum(jnp.array([1.0, 2.0, 3.0, 4.0])))
print(lax.fori_loop(0, 10, lambda i, s: s + i, 0))
print(lax.while_loop(lambda v: v < 100, lambda v: v * 2, 1))
