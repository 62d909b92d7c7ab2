"""Helpers of programs that are carried to TensorFlow: random numbers, devices."""
import numpy as np
import tensorflow as tf


def random_uniform(shape, dtype=tf.float32):
    return tf.constant(np.random.random_sample(shape), dtype=dtype)


def random_normal(shape, dtype=tf.float32):
    return tf.constant(np.random.standard_normal(shape), dtype=dtype)


def random_integers(low, high, shape, dtype=tf.int64):
    return tf.constant(np.random.randint(low, high, size=shape), dtype=dtype)


def random_normal_by(key, shape=(), dtype=tf.float32):
    return tf.constant(np.random.default_rng(key).standard_normal(shape), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=tf.float32, low=0.0, high=1.0):
    return tf.constant(np.random.default_rng(key).uniform(low, high, shape), dtype=dtype)


def random_integers_by(key, shape, low, high, dtype=tf.int32):
    return tf.constant(np.random.default_rng(key).integers(low, high, shape), dtype=dtype)


def on_device(x, device):
    with tf.device("/CPU:0" if str(device).startswith("cpu") else str(device)):
        return tf.identity(x)


def permutation_by(key, x):
    order = np.random.default_rng(key).permutation(x if isinstance(x, int) else len(x))
    return tf.constant(order, dtype=tf.int32) if isinstance(x, int) else tf.gather(x, order)


def bernoulli_by(key, p=0.5, shape=None):
    return random_uniform_by(key, tf.convert_to_tensor(p).shape if shape is None else shape) < tf.cast(p, tf.float32)
