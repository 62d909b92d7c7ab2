import functools

import jax
import jax.numpy as jnp
from jax import lax


@functools.partial(jax.jit, static_argnums=1)
def repeat_square(x, n):
    for _ in range(n):
        x = x * x
    return x


print(repeat_square(jnp.array(1.1), 3))
print(lax.cond(jnp.array(4) > 3, lambda v: v + 1, lambda v: v - 1, 10.0))
print(lax.switch(2, [lambda v: v, lambda v: v * 2, lambda v: v * 3], jnp.array(5)))
print(lax.while_loop(lambda c: c[0] < 5, lambda c: (c[0] + 1, c[1] * 2), (0, 1)))
print(lax.fori_loop(0, 4, lambda i, acc: acc.at[i].set(i * i), jnp.zeros(4, dtype=jnp.int32)))
carry, ys = lax.scan(lambda c, x: (0.9 * c + x, c), jnp.zeros(2), jnp.ones((3, 2)))
print(carry, ys)
print(lax.map(lambda r: jnp.sort(r), jnp.array([[3, 1], [0, 2]])))
print(lax.associative_scan(jnp.add, jnp.arange(5)), lax.select(jnp.array([True, False]), jnp.ones(2), jnp.zeros(2)))


@jax.custom_vjp
def clip_gradient(x):
    return x


clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1.0, 1.0),))
print(jax.grad(lambda v: 10 * clip_gradient(v))(2.0), jax.checkpoint(jnp.sin)(1.0))
try:
    jax.jit(lambda x: 1 if x > 0 else 2)(1.0)
except jax.errors.TracerBoolConversionError:
    print("traced")
