import jax
import jax.numpy as jnp

key = jax.random.key(0)
key, sub = jax.random.split(key)
u = jax.random.uniform(sub, (5,), minval=-1.0, maxval=1.0)
print((u >= -1).all() and (u < 1).all())
key, sub = jax.random.split(key)
idx = jax.random.choice(sub, 10, shape=(3,), replace=False)
print(idx.shape, len(set(idx.tolist())))
key, sub = jax.random.split(key)
print(jax.random.bernoulli(sub, 0.3, (4,)).dtype)
key, sub = jax.random.split(key)
print(jax.random.randint(sub, (6,), 0, 3).max() < 3)
print(jax.random.permutation(key, jnp.arange(5)).sum())
