import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def f(x):
    return lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x)


print(f(jnp.array([1.0, 2.0])))
print(f(jnp.array([-1.0, -2.0])))


def branch(i, x):
    return lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x)


print(branch(1, jnp.array(0.0)))
