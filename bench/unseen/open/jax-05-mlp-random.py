import jax
import jax.numpy as jnp
from jax import random


def init(key, sizes):
    keys = random.split(key, len(sizes) - 1)
    return [(random.normal(k, (m, n)) * 0.1, jnp.zeros(n)) for k, m, n in zip(keys, sizes[:-1], sizes[1:])]


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = params[-1]
    return jax.nn.log_softmax(x @ w + b)


params = init(random.PRNGKey(0), [4, 8, 3])
x = random.normal(random.PRNGKey(1), (5, 4))
logp = forward(params, x)
print(logp.shape)
print(jnp.allclose(jnp.exp(logp).sum(axis=1), 1.0, atol=1e-5))
