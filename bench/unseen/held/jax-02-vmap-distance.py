import jax
import jax.numpy as jnp


def dist(a, b):
    return jnp.sqrt(jnp.sum((a - b) ** 2))


xs = jnp.arange(6.0).reshape(3, 2)
ys = jnp.ones((4, 2))
pair = jax.vmap(lambda a: jax.vmap(lambda b: dist(a, b))(ys))(xs)
print(pair.shape)
print(pair)
