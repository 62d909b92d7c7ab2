"""Helpers of programs that are carried to TensorFlow: random numbers, devices."""
import numpy as np
import tensorflow as tf


def seed_of(key):
    """Two numbers for a key of JAX."""
    number = 0
    for one in key:
        number = (number * 1000003 + one + 1) % 2147483647
    return [number, len(key)]


def random_normal_by(key, shape=(), dtype=tf.float32):
    return tf.random.stateless_normal(shape, seed_of(key), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=tf.float32, low=0.0, high=1.0):
    return tf.random.stateless_uniform(shape, seed_of(key), low, high, dtype)


def random_integers_by(key, shape, low, high, dtype=tf.int32):
    return tf.random.stateless_uniform(shape, seed_of(key), low, high, dtype)


def on_device(x, device):
    with tf.device("/CPU:0" if str(device).startswith("cpu") else str(device)):
        return tf.identity(x)


def permutation_by(key, x):
    order = np.random.default_rng(key).permutation(x if isinstance(x, int) else len(x))
    return tf.constant(order, dtype=tf.int32) if isinstance(x, int) else tf.gather(x, order)


def bernoulli_by(key, p=0.5, shape=None):
    return random_uniform_by(key, tf.convert_to_tensor(p).shape if shape is None else shape) < tf.cast(p, tf.float32)
