"""jax 0.4.30, issue 22305: vectorize promoted ranks in silence, whatever jax_numpy_rank_promotion said.

What the vectorised function itself does was looked at even then, so the setting holds again inside of it.
"""
import functools

import assay_frontport

LIBRARY = "jax"


def apply():
    import jax
    import jax.numpy as jnp

    vectorize_now = jnp.vectorize

    def vectorize(pyfunc, *, excluded=frozenset(), signature=None):
        @functools.wraps(pyfunc)
        def wrapped(*args, **kwargs):
            setting = jax.config.jax_numpy_rank_promotion

            def inner(*inner_args, **inner_kwargs):
                with jax.numpy_rank_promotion(setting):
                    return pyfunc(*inner_args, **inner_kwargs)

            with jax.numpy_rank_promotion("allow"):
                return vectorize_now(inner, excluded=excluded, signature=signature)(*args, **kwargs)

        # Refuses wrong arguments at once, as ever.
        vectorize_now(pyfunc, excluded=excluded, signature=signature)
        return wrapped

    assay_frontport.replace(vectorize, "jax.numpy.vectorize", "jax._src.numpy.vectorize.vectorize")
