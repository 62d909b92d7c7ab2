"""jax 0.4.13, issue 17020: vectorize turned None into an array, that is, into NaN, in place of passing it on."""
import functools

import assay_frontport

LIBRARY = "jax"


def apply():
    import jax.numpy as jnp

    vectorize_now = jnp.vectorize

    def vectorize(pyfunc, *, excluded=frozenset(), signature=None):
        vectorized = vectorize_now(pyfunc, excluded=excluded, signature=signature)

        @functools.wraps(vectorized)
        def wrapped(*args, **kwargs):
            args = [jnp.nan if arg is None and i not in excluded else arg for i, arg in enumerate(args)]
            return vectorized(*args, **kwargs)

        return wrapped

    assay_frontport.replace(vectorize, "jax.numpy.vectorize", "jax._src.numpy.vectorize.vectorize")
