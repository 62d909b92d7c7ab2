import jax.numpy as jnp
import jax.scipy as jsp

A = jnp.array([[3.0, 1.0], [1.0, 2.0]])
b = jnp.array([9.0, 8.0])
print(jnp.linalg.solve(A, b))
L = jsp.linalg.cholesky(A, lower=True)
print(jsp.linalg.solve_triangular(L, b, lower=True))
w, v = jnp.linalg.eigh(A)
print(w)
print(jnp.linalg.slogdet(A))
print(jnp.linalg.norm(A), jnp.trace(A), jnp.linalg.matrix_rank(A))
