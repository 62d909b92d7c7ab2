"""Helpers of programs that are carried to JAX: random numbers, devices."""
import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


class Draws:
    """Keys of draws that follow each other, as where there is one generator for all."""

    key, place = jax.random.key(1234567), 0


def seed_draws(seed):
    Draws.key, Draws.place = jax.random.key(int(seed)), 0


def next_key():
    Draws.place += 1
    return jax.random.fold_in(Draws.key, Draws.place)


def random_uniform(shape, dtype=jnp.float32):
    return jax.random.uniform(next_key(), tuple(shape), dtype)


def random_normal(shape, dtype=jnp.float32):
    return jax.random.normal(next_key(), tuple(shape), dtype)


def random_uniform_of(shape, low=0.0, high=1.0, dtype=jnp.float32):
    if jnp.issubdtype(dtype, jnp.integer):
        return jax.random.randint(next_key(), tuple(shape), low, high, dtype)
    return jax.random.uniform(next_key(), tuple(shape), dtype, low, high)


def random_normal_of(shape, mean=0.0, stddev=1.0, dtype=jnp.float32):
    return jax.random.normal(next_key(), tuple(shape), dtype) * stddev + mean


def random_integers(low, high, shape, dtype=jnp.int32):
    return jax.random.randint(next_key(), tuple(shape), low, high, dtype)


def on_device(x, device):
    return jax.device_put(x, jax.devices(str(device).split(":")[0])[0])


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=jnp.float32):
    """The same numbers for the same seed."""
    return jax.random.normal(key_of(seed), tuple(shape), dtype) * stddev + mean


def stateless_uniform(shape, seed, low=0, high=1, dtype=jnp.float32):
    if jnp.issubdtype(dtype, jnp.integer):
        return jax.random.randint(key_of(seed), tuple(shape), low, high, dtype)
    return jax.random.uniform(key_of(seed), tuple(shape), dtype, low, high)


def key_of(seed):
    """A key for the two numbers that a draw of TensorFlow is given."""
    first, second = [int(k) & 0x7FFFFFFF for k in np.ravel(seed)]
    return jax.random.fold_in(jax.random.key(first), second)


def random_categorical(logits, count, dtype=jnp.int32):
    logits = jnp.asarray(logits)
    return jax.random.categorical(next_key(), logits, shape=(count, logits.shape[0])).T.astype(dtype)


class RandomGenerator:
    """A generator of TensorFlow by keys that follow each other."""

    def __init__(self, seed):
        self.key, self.place = jax.random.key(int(seed)), 0

    def next(self):
        self.place += 1
        return jax.random.fold_in(self.key, self.place)

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=jnp.float32):
        return jax.random.normal(self.next(), tuple(shape), dtype) * stddev + mean

    def uniform(self, shape, minval=0, maxval=None, dtype=jnp.float32):
        if jnp.issubdtype(dtype, jnp.integer):
            return jax.random.randint(self.next(), tuple(shape), minval, maxval, dtype)
        return jax.random.uniform(self.next(), tuple(shape), dtype, minval, 1.0 if maxval is None else maxval)


def random_bernoulli(p):
    return jax.random.bernoulli(next_key(), p).astype(p.dtype)
