"""jax 0.4.14, issue 17199: norm.sf was computed as 1 - cdf, which is 0 from about 5.5 on in float32."""
import assay_frontport

LIBRARY = "jax"


def apply():
    from jax.scipy.stats import norm

    cdf = norm.cdf

    def sf(x, loc=0, scale=1):
        return 1 - cdf(x, loc, scale)

    assay_frontport.replace(sf, "jax.scipy.stats.norm.sf", "jax._src.scipy.stats.norm.sf")
