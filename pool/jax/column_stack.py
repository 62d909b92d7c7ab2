"""column_stack makes columns of vectors (jax-ml/jax#3326)."""
import jax
import jax.numpy as jnp
result = jnp.column_stack((jnp.array([1.0, 1.0]), jnp.array([2.0, 2.0])))
print(result.tolist())
assert result.tolist() == [[1.0, 2.0], [1.0, 2.0]]
