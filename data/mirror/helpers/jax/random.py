"""Helpers of programs that are carried to JAX: random numbers, devices."""
import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def random_uniform(shape, dtype=jnp.float32):
    return jnp.asarray(np.random.random_sample(shape), dtype=dtype)


def random_normal(shape, dtype=jnp.float32):
    return jnp.asarray(np.random.standard_normal(shape), dtype=dtype)


def random_uniform_of(shape, low=0.0, high=1.0, dtype=jnp.float32):
    if jnp.issubdtype(dtype, jnp.integer):
        return jnp.asarray(np.random.randint(low, high, tuple(shape)), dtype=dtype)
    return jnp.asarray(np.random.uniform(low, high, tuple(shape)), dtype=dtype)


def random_normal_of(shape, mean=0.0, stddev=1.0, dtype=jnp.float32):
    return jnp.asarray(np.random.normal(mean, stddev, tuple(shape)), dtype=dtype)


def random_integers(low, high, shape, dtype=jnp.int32):
    return jnp.asarray(np.random.randint(low, high, size=shape), dtype=dtype)


def on_device(x, device):
    return jax.device_put(x, jax.devices(str(device).split(":")[0])[0])


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=jnp.float32):
    """The same numbers for the same seed."""
    numbers = np.random.RandomState([int(k) & 0xFFFFFFFF for k in np.ravel(seed)])
    return jnp.asarray(numbers.normal(mean, stddev, tuple(shape)), dtype=dtype)


def stateless_uniform(shape, seed, low=0, high=1, dtype=jnp.float32):
    numbers = np.random.RandomState([int(k) & 0xFFFFFFFF for k in np.ravel(seed)])
    if jnp.issubdtype(dtype, jnp.integer):
        return jnp.asarray(numbers.randint(low, high, tuple(shape)), dtype=dtype)
    return jnp.asarray(numbers.uniform(low, high, tuple(shape)), dtype=dtype)
