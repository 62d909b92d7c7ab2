import jax
import jax.numpy as jnp
from jax.scipy import special, stats, linalg

x = jnp.array([0.1, 0.5, 2.0])
print(special.erf(x), special.gammaln(x), special.expit(x))
print(special.logsumexp(x), special.digamma(x))
print(stats.norm.logpdf(x, loc=0.0, scale=2.0), stats.norm.cdf(x))
A = jnp.array([[2.0, 1.0], [1.0, 3.0]])
L = linalg.cholesky(A, lower=True)
sol = linalg.cho_solve((L, True), jnp.array([1.0, 2.0]))
print(sol, linalg.solve_triangular(L, jnp.ones(2), lower=True))
lu, piv = linalg.lu_factor(A)
print(lu, linalg.expm(jnp.zeros((2, 2))))
assert jnp.allclose(A @ sol, jnp.array([1.0, 2.0]), atol=1e-5)
