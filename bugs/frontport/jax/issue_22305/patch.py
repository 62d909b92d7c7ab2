"""jax 0.4.30, issue 22305: vectorize promoted ranks in silence, whatever jax_numpy_rank_promotion said."""
import functools

import assay_frontport

LIBRARY = "jax"


def apply():
    import jax
    import jax.numpy as jnp

    vectorize_now = jnp.vectorize

    def vectorize(pyfunc, *, excluded=frozenset(), signature=None):
        vectorized = vectorize_now(pyfunc, excluded=excluded, signature=signature)

        @functools.wraps(vectorized)
        def wrapped(*args, **kwargs):
            with jax.numpy_rank_promotion("allow"):
                return vectorized(*args, **kwargs)

        return wrapped

    assay_frontport.replace(vectorize, "jax.numpy.vectorize", "jax._src.numpy.vectorize.vectorize")
