import jax
import jax.numpy as jnp
from jax import lax


def cell(carry, x):
    h, count = carry
    h = jnp.tanh(0.5 * h + x)
    return (h, count + 1), h


xs = jnp.arange(6.0).reshape(3, 2)
(final, n), hs = lax.scan(cell, (jnp.zeros(2), 0), xs)
print(final, n, hs.shape)
assert n == 3
rev = lax.scan(lambda c, x: (c + x, c), 0.0, jnp.arange(4.0), reverse=True)
print(rev)
acc = lax.associative_scan(jnp.add, jnp.arange(5))
assert acc.tolist() == [0, 1, 3, 6, 10]
