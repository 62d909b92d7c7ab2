"""matrix_power of a matrix is its product with itself, of the same type (jax-ml/jax#28603)."""
import jax
import jax.numpy as jnp
import numpy as np

matrix = np.array([[True, True], [False, True]])
want = np.linalg.matrix_power(matrix, 2)
got = np.asarray(jnp.linalg.matrix_power(jnp.asarray(matrix), 2))
print(want.tolist(), got.tolist(), got.dtype)
assert got.dtype == want.dtype and (got == want).all()
