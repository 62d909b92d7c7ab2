import jax
import jax.numpy as jnp
from jax import lax, random

k1, k2, k3 = random.split(random.PRNGKey(42), 3)
wx = random.normal(k1, (3, 4)) * 0.1
wh = random.normal(k2, (4, 4)) * 0.1
xs = random.normal(k3, (6, 3))


def step(h, x):
    h = jnp.tanh(x @ wx + h @ wh)
    return h, h


final, states = lax.scan(step, jnp.zeros(4), xs)
print(final.shape, states.shape)
print(jnp.allclose(states[-1], final))
