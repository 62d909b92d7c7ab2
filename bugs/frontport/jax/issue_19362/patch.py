"""jax 0.4.23, issue 19362: diff broadcast numbers to be put before or behind, but not arrays without dimensions."""
import assay_frontport

LIBRARY = "jax"


def apply():
    import jax.numpy as jnp
    import numpy as np

    diff_now = jnp.diff

    def diff(a, n=1, axis=-1, prepend=None, append=None):
        for extra in (prepend, append) if n != 0 else ():
            if extra is not None and not np.isscalar(extra) and jnp.ndim(extra) == 0:
                diff_now(a, n, axis)  # refuses first what is wrong otherwise
                jnp.concatenate([extra, jnp.asarray(a)], axis)  # raises
        return diff_now(a, n, axis, prepend, append)

    assay_frontport.replace(diff, "jax.numpy.diff", "jax._src.numpy.lax_numpy.diff")
