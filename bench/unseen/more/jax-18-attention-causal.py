import jax
import jax.numpy as jnp


def causal_attention(q, k, v):
    t, d = q.shape
    scores = jnp.einsum("td,sd->ts", q, k) / jnp.sqrt(d)
    mask = jnp.tril(jnp.ones((t, t), dtype=bool))
    scores = jnp.where(mask, scores, -jnp.inf)
    return jax.nn.softmax(scores, axis=-1) @ v


keys = jax.random.split(jax.random.PRNGKey(0), 3)
q, k, v = (jax.random.normal(kk, (4, 8)) for kk in keys)
out = causal_attention(q, k, v)
assert jnp.allclose(out[0], v[0], atol=1e-6)
batched = jax.vmap(causal_attention)(jnp.stack([q, q]), jnp.stack([k, k]), jnp.stack([v, v]))
print(out.shape, batched.shape, jnp.allclose(batched[1], out, atol=1e-5))
