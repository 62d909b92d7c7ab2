"""jax 0.4.30, issue 22308: var and std made the NaN of an empty mean under jax_debug_nans, which stopped on it although it was not used."""
import assay_frontport

LIBRARY = "jax"


def apply():
    import jax.numpy as jnp

    def through_nan(now):
        def reduction(a, *args, **kwargs):
            result = now(a, *args, **kwargs)
            return jnp.where(jnp.size(a) > 0, result, jnp.full_like(result, jnp.nan))

        return reduction

    assay_frontport.replace(through_nan(jnp.std), "jax.numpy.std", "jax._src.numpy.reductions.std")
    assay_frontport.replace(through_nan(jnp.var), "jax.numpy.var", "jax._src.numpy.reductions.var")
