import numpy as np


def array(x):
    """A tensor as numpy sees it, or None."""
    if not isinstance(x, jax.Array):
        return x if isinstance(x, np.ndarray) else None
    if jnp.issubdtype(x.dtype, jax.dtypes.prng_key):
        x = jax.random.key_data(x)
    return np.asarray(x.astype(jnp.float32) if x.dtype in (jnp.bfloat16, jnp.float16) else x)


def double(x):
    jax.config.update("jax_enable_x64", True)
    return jnp.asarray(np.asarray(x, np.float64))


def nudged(x, seed):
    """The tensor in float64, every number moved by one rounding unit of float32, up or down."""
    return double(x) * (1 + signs(x.shape, seed) * 2.0**-23)


def shaken(x, seed):
    """The tensor with every number moved by one rounding unit, up or down."""
    return x * (1 + signs(x.shape, seed) * 2.0**-23).astype(x.dtype)


def of_numpy(a):
    """The array as the framework has it, with all its bits."""
    jax.config.update("jax_enable_x64", True)
    return jnp.asarray(a)


def plain(a):
    """The array as a user makes a tensor of it."""
    return jnp.asarray(a)


def slope(run, tensors):
    """The derivative of total(run(...)) along `direction` by automatic differentiation."""
    floats = [i for i, x in enumerate(tensors) if array(x).dtype.kind == "f"]

    def number(*changed):
        now = dict(enumerate(tensors)) | dict(zip(floats, changed))
        return sum(jnp.sum(p * weights(p.shape, i)) for i, p in enumerate(parts_of(run(*now.values()))) if jnp.issubdtype(p.dtype, jnp.floating))
    found = jax.grad(number, tuple(range(len(floats))))(*[tensors[i] for i in floats])
    return float(sum(np.sum(np.asarray(g) * direction(g.shape, i)) for i, g in zip(floats, found)))
