import jax
import jax.numpy as jnp


def step(carry, x):
    new = carry + x
    return new, new * 2


final, ys = jax.lax.scan(step, 0.0, jnp.arange(4.0))
print(final, ys)
assert float(final) == 6.0
