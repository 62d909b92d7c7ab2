import jax
import jax.numpy as jnp

x = jnp.arange(12).reshape(3, 4)
print(x.at[1, 2].set(99), x.at[:, 0].add(5), x.at[jnp.array([0, 2])].multiply(2), x.at[0].max(2))
print(x[jnp.array([2, 0])], x[x > 5], x[:, ::-1], x[..., None].shape)
print(jnp.take(x, jnp.array([0, 3]), axis=1), jnp.take_along_axis(x, jnp.array([[0], [1], [2]]), axis=1))
print(jnp.where(x % 2 == 0, x, -1), jnp.argwhere(x > 9), jnp.nonzero(x > 9))
print(jax.lax.dynamic_slice(x, (1, 1), (2, 2)), jax.lax.dynamic_update_slice(x, jnp.zeros((1, 2), x.dtype), (0, 1)))
print(jnp.searchsorted(jnp.array([1, 3, 5]), 4), jnp.digitize(jnp.array([0.2, 2.5]), jnp.array([0.0, 1.0, 2.0])))
print(jnp.select([x < 3, x > 8], [x, x * 10], 0), jnp.choose(jnp.array([0, 1]), jnp.array([[1, 2], [3, 4]])))
print(jnp.triu(x), jnp.diag(jnp.array([1, 2])), jnp.roll(x, 1, axis=1), jnp.unravel_index(7, (3, 4)))
print(jax.lax.top_k(jnp.array([3, 1, 9]), 2), jnp.bincount(jnp.array([0, 1, 1])), jnp.repeat(x[0], 2), jnp.tile(x[0], 2))
print(jnp.insert(jnp.array([1, 2]), 1, 9), jnp.delete(jnp.array([1, 2, 3]), 0), jnp.split(x, 2, axis=1)[1])
