import jax
import jax.numpy as jnp


@jax.custom_vjp
def safe_log(x):
    return jnp.log(jnp.maximum(x, 1e-6))


def fwd(x):
    return safe_log(x), x


def bwd(res, g):
    return (g / jnp.maximum(res, 1e-6),)


safe_log.defvjp(fwd, bwd)
print(jax.grad(safe_log)(2.0))
g = jax.vmap(jax.grad(safe_log))(jnp.array([0.5, 1.0, 4.0]))
assert jnp.allclose(g, jnp.array([2.0, 1.0, 0.25]))


@jax.custom_jvp
def f(x):
    return jnp.sin(x)


@f.defjvp
def f_jvp(primals, tangents):
    (x,), (t,) = primals, tangents
    return f(x), jnp.cos(x) * t


print(jax.jvp(f, (1.0,), (1.0,)))
