import jax.numpy as jnp
from jax.scipy.linalg import cho_factor, cho_solve

A = jnp.array([[4.0, 1.0], [1.0, 3.0]])
b = jnp.array([1.0, 2.0])
x = jnp.linalg.solve(A, b)
c, low = cho_factor(A)
x2 = cho_solve((c, low), b)
print(x, x2)
assert jnp.allclose(x, x2, atol=1e-6)
u, s, vt = jnp.linalg.svd(A)
print(s)
