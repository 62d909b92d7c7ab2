import jax
import jax.numpy as jnp
from jax.scipy import special, stats

x = jnp.array([0.5, 1.5, 2.5, 4.0])
print(special.erf(x), special.gammaln(x), special.digamma(x), special.logit(jnp.array([0.2, 0.7])), special.i0(x), special.xlogy(x, x))
print(stats.norm.pdf(x), stats.norm.cdf(x, 1.0, 2.0), stats.norm.logpdf(x))
print(special.logsumexp(x), special.expit(x), special.betainc(1.0, 2.0, jnp.array([0.3])), special.zeta(2.0, 1.0))
print(jnp.mean(x), jnp.var(x, ddof=1), jnp.median(x), jnp.quantile(x, 0.25), jnp.percentile(x, 90), jnp.corrcoef(x, x[::-1]), jnp.cov(x))
print(jnp.histogram(x, bins=4), jnp.average(x, weights=jnp.array([1.0, 0.0, 0.0, 1.0])), jnp.ptp(x), jnp.nanmean(jnp.array([1.0, jnp.nan])))
print(jnp.cumsum(x), jnp.cumprod(x), jnp.diff(x), jnp.trapezoid(x), jnp.interp(2.0, x, x**2), jnp.polyval(jnp.array([1.0, 2.0]), 3.0), jnp.gradient(x))
print(jnp.logaddexp(x, x), jnp.hypot(x, x), jnp.arctan2(x, 1.0), jnp.sinc(x), jnp.nan_to_num(jnp.array([jnp.nan, jnp.inf])), jnp.clip(x, 1, 2))
print(jnp.sort(x)[::-1], jnp.argsort(-x), jnp.lexsort((x, x)), jnp.unique(jnp.array([2, 1, 2])), jnp.isin(x, jnp.array([1.5])))
