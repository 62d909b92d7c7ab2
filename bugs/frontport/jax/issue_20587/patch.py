"""jax 0.4.26, issue 20587: beta was the exponential of betaln, which knows no sign."""
import assay_frontport

LIBRARY = "jax"


def apply():
    import jax.numpy as jnp
    from jax.scipy import special

    betaln = special.betaln

    def beta(a, b):
        return jnp.exp(betaln(a, b))

    assay_frontport.replace(beta, "jax.scipy.special.beta", "jax._src.scipy.special.beta")
