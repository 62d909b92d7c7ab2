import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
a = jnp.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
b = jnp.array([1.0, 0.0, 2.0])
print(jnp.linalg.solve(a, b), jnp.linalg.inv(a), jnp.linalg.slogdet(a))
c, low = jax.scipy.linalg.cho_factor(a)
print(jax.scipy.linalg.cho_solve((c, low), b))
print(jax.scipy.linalg.solve_triangular(jnp.linalg.cholesky(a), b, lower=True))
w, v = jnp.linalg.eigh(a)
print(w, jnp.abs(a @ v - v * w).max() < 1e-12)
print(jnp.linalg.svd(a, compute_uv=False), jnp.linalg.norm(a, "fro"), jnp.linalg.cond(a), jnp.linalg.matrix_rank(a))
print(jax.scipy.linalg.expm(0.1 * a), jnp.linalg.matrix_power(a, 2), jnp.linalg.pinv(a[:, :2]))
print(jnp.kron(jnp.eye(2), jnp.ones((1, 2))), jnp.trace(a), jnp.outer(b, b), jnp.vdot(b, b), jnp.tensordot(a, a))
print(jnp.linalg.multi_dot([a, a, b]), jnp.einsum("ij,j->i", a, b), jnp.linalg.lstsq(a[:, :2], b)[0])
lu, piv, perm = jax.lax.linalg.lu(a)
print(lu, perm)
