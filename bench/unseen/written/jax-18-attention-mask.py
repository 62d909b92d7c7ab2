import jax
import jax.numpy as jnp


def attention(q, k, v, mask=None):
    d = q.shape[-1]
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / jnp.sqrt(d)
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v), weights


key = jax.random.PRNGKey(0)
q, k, v = (jax.random.normal(s, (1, 2, 4, 8)) for s in jax.random.split(key, 3))
mask = jnp.tril(jnp.ones((4, 4), dtype=bool))
out, w = attention(q, k, v, mask)
assert out.shape == (1, 2, 4, 8)
assert jnp.allclose(w.sum(-1), 1.0, atol=1e-5)
print(w[0, 0, 0])
