"""jax 0.4.23, issue 19150: binom.pmf was cut off at the lower end of its range only, and so was positive beyond the upper one."""
import assay_frontport

LIBRARY = "jax"


def apply():
    import jax.numpy as jnp
    from jax.scipy.special import gammaln, xlog1py, xlogy

    def logpmf(k, n, p, loc=0):
        k, n, p = jnp.asarray(k, float), jnp.asarray(n, float), jnp.asarray(p, float)
        y = k - loc
        choose = gammaln(n + 1) - gammaln(y + 1) - gammaln(n - y + 1)
        linear = xlogy(y, p) + xlog1py(n - y, -p)
        # Certain outcomes came out right by a later change, which stays.
        inside = jnp.where(((y == 0) & (n == 0)) | (linear == 0), 0.0, choose + linear)
        return jnp.where(k < loc, -jnp.inf, inside)

    def pmf(k, n, p, loc=0):
        return jnp.exp(logpmf(k, n, p, loc))

    assay_frontport.replace(logpmf, "jax.scipy.stats.binom.logpmf", "jax._src.scipy.stats.binom.logpmf")
    assay_frontport.replace(pmf, "jax.scipy.stats.binom.pmf", "jax._src.scipy.stats.binom.pmf")
