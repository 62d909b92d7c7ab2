import jax
import jax.numpy as jnp

data = jnp.array([5.0, 1.0, 7.0, 2.0, 3.0, 4.0])
ids = jnp.array([0, 0, 1, 1, 2, 2])
print(jax.ops.segment_sum(data, ids, num_segments=3))
print(jax.ops.segment_max(data, ids, num_segments=4))
counts = jnp.bincount(ids, length=4)
print(counts)
print(jnp.zeros(3).at[ids].add(data))
