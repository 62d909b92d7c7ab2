from functools import partial
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=["n"])
def power(x, n):
    return x ** n


def rosen(v):
    return jnp.sum(100.0 * (v[1:] - v[:-1] ** 2) ** 2 + (1 - v[:-1]) ** 2)


v = jnp.array([1.2, 0.8, 1.0])
value, g = jax.value_and_grad(rosen)(v)
H = jax.hessian(rosen)(v)
Jf = jax.jacfwd(jax.grad(rosen))(v)
print(value, g)
assert jnp.allclose(H, Jf)
print(power(jnp.arange(4), n=3))
batch = jax.vmap(rosen)(jnp.stack([v, v + 1]))
print(batch.shape)
