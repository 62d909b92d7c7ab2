import jax.numpy as jnp

a = jnp.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
w, v = jnp.linalg.eigh(a)
print(w)
print(jnp.allclose(v @ jnp.diag(w) @ v.T, a, atol=1e-5))
L = jnp.linalg.cholesky(a)
print(L)
q, r = jnp.linalg.qr(a)
print(jnp.allclose(q @ r, a, atol=1e-5))
print(jnp.linalg.det(a), jnp.linalg.slogdet(a)[1])
print(jnp.linalg.inv(a) @ a)
