"""jax 0.4.30, issue 22308: var and std put a NaN in place of an empty mean while jax_debug_nans looked on, which stopped on it although
it was not used: without compilation, that is, since inside of a compiled function nobody looks.
"""
import assay_frontport

LIBRARY = "jax"


def apply():
    import jax
    import jax.numpy as jnp

    @jax.jit
    def unless_empty(result, count):
        return jnp.where(count > 0, result, jnp.nan)

    def through_nan(now):
        def reduction(a, *args, **kwargs):
            result = now(a, *args, **kwargs)
            return unless_empty(result, jnp.size(a)).astype(result.dtype)

        return reduction

    assay_frontport.replace(through_nan(jnp.std), "jax.numpy.std", "jax._src.numpy.reductions.std")
    assay_frontport.replace(through_nan(jnp.var), "jax.numpy.var", "jax._src.numpy.reductions.var")
