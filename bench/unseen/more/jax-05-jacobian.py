import jax
import jax.numpy as jnp


def f(x):
    return jnp.array([x[0] ** 2 * x[1], jnp.sin(x[0]), x[1] / x[0]])


x = jnp.array([1.0, 2.0])
print(jax.jacfwd(f)(x))
print(jax.jacrev(f)(x))
primal, tangent = jax.jvp(f, (x,), (jnp.array([1.0, 0.0]),))
print(primal, tangent)
y, pullback = jax.vjp(f, x)
print(pullback(jnp.ones(3)))
