import jax.numpy as jnp

a = jnp.arange(12).reshape(3, 4)
print(jnp.concatenate([a, a], axis=0).shape, jnp.stack([a, a]).shape)
print(jnp.where(a > 5, a, 0), jnp.clip(a, 2, 8))
print(jnp.argsort(-a, axis=1), jnp.cumsum(a, axis=1))
print(jnp.tile(jnp.array([1, 2]), 3), jnp.repeat(jnp.array([1, 2]), 2))
print(jnp.percentile(a, 30), jnp.median(a), jnp.var(a, ddof=1))
print(jnp.histogram(jnp.array([1.0, 2.0, 1.0]), bins=3))
print(jnp.interp(2.5, jnp.array([1.0, 2.0, 3.0]), jnp.array([3.0, 2.0, 0.0])))
print(jnp.outer(jnp.arange(3), jnp.arange(2)), jnp.diff(jnp.array([1, 4, 9])))
print(jnp.linalg.norm(a.astype(jnp.float32)), jnp.trace(a[:, :3]))
b = a.at[0, 1].set(100).at[1].add(1).at[:, 2].multiply(2)
print(b)
assert b[0, 1] == 100
