import jax
import jax.numpy as jnp
from jax import random

key = random.PRNGKey(42)
key, sub = random.split(key)
mask = random.bernoulli(sub, 0.8, (4, 4))
x = jnp.ones((4, 4))
dropped = jnp.where(mask, x / 0.8, 0.0)
print(dropped.shape)
print(random.uniform(key, (2,), minval=1.0, maxval=2.0) >= 1.0)
print(random.permutation(key, 5).sum(), random.randint(key, (3,), 0, 10).shape)
