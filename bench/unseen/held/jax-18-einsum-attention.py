import jax
import jax.numpy as jnp


@jax.jit
def attend(q, k, v):
    scale = q.shape[-1] ** -0.5
    logits = jnp.einsum("bqd,bkd->bqk", q, k) * scale
    mask = jnp.tril(jnp.ones((q.shape[1], k.shape[1]), dtype=bool))
    logits = jnp.where(mask, logits, -1e9)
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(logits, axis=-1), v)


key = jax.random.PRNGKey(0)
kq, kk, kv = jax.random.split(key, 3)
q = jax.random.normal(kq, (2, 4, 8))
k = jax.random.normal(kk, (2, 4, 8))
v = jax.random.normal(kv, (2, 4, 8))
out = attend(q, k, v)
print(out.shape)
assert jnp.allclose(out[:, 0], v[:, 0], atol=1e-5)
