import jax
import jax.numpy as jnp


def init(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    return [(jax.random.normal(k, (m, n)) * jnp.sqrt(2.0 / m), jnp.zeros(n)) for k, m, n in zip(keys, sizes[:-1], sizes[1:])]


def layer_norm(x, gamma, beta, eps=1e-5):
    mu = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    return gamma * (x - mu) / jnp.sqrt(var + eps) + beta


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.gelu(jnp.dot(x, w) + b)
        x = layer_norm(x, jnp.ones(x.shape[-1]), 0.0)
    w, b = params[-1]
    return jax.nn.log_softmax(x @ w + b)


params = init(jax.random.PRNGKey(0), [4, 8, 3])
x = jnp.linspace(-1, 1, 8).reshape(2, 4)
out = jax.jit(forward)(params, x)
print(out.shape, jnp.exp(out).sum(axis=1))
assert jnp.allclose(jnp.exp(out).sum(axis=1), 1.0, atol=1e-5)
