"""Random operators: JAX's generator, keyed by the seed attribute. Only shapes and types can be compared."""
import jax
import jax.numpy as jnp
import numpy as np

from .common import OPS, element_type


def _key(call):
    """A key from the seed; without one always the same, so that runs can be repeated."""
    return jax.random.key(int(np.float32(call.attr("seed", 0.0)).view(np.uint32)))


@OPS.define("RandomNormal", "RandomUniform", "RandomNormalLike", "RandomUniformLike")
def random(call, x=None):
    dtype = call.attr("dtype")
    dtype = element_type(dtype) if dtype is not None else np.dtype(np.float32) if x is None else x.dtype
    shape = tuple(call.attr("shape")) if x is None else x.shape
    if call.op.startswith("RandomNormal"):
        return call.attr("scale", 1.0) * jax.random.normal(_key(call), shape, dtype) + call.attr("mean", 0.0)
    return jax.random.uniform(_key(call), shape, dtype, call.attr("low", 0.0), call.attr("high", 1.0))


@OPS.define("Bernoulli")
def bernoulli(call, x):
    dtype = call.attr("dtype")
    return jax.random.bernoulli(_key(call), x).astype(x.dtype if dtype is None else element_type(dtype))


@OPS.define("Multinomial")
def multinomial(call, x):
    shape = (x.shape[0], call.attr("sample_size", 1))
    drawn = jax.random.categorical(_key(call), x[:, None, :].astype(jnp.float32), shape=shape)
    return drawn.astype(element_type(call.attr("dtype", 6)))
