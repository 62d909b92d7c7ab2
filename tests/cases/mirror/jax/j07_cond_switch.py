import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    return jax.lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x)


print(f(jnp.array([1.0, 2.0])))
print(f(jnp.array([-1.0, -2.0])))
