"""Helpers of programs that are carried to TensorFlow: random numbers, devices."""
import tensorflow as tf


def seed_of(key):
    """Two numbers for a key of JAX."""
    number, count = 0, 0
    for one in key:
        number, count = (number * 1000003 + one + 1) % 2147483647, count + 1
    return [number, count]


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
    return tf.random.experimental.stateless_shuffle(tf.range(x) if isinstance(x, int) else x, seed_of(key))


def bernoulli_by(key, p=0.5, shape=None):
    shape = tf.convert_to_tensor(p).shape if shape is None else shape
    return tf.random.stateless_binomial(shape, seed_of(key), counts=1, probs=p) == 1
