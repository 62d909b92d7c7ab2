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
    name, _, number = str(device).removeprefix("/").partition(":")
    kind = {"cpu": "CPU", "cuda": "GPU"}.get(name, name)
    with tf.device(f"/{kind}:{number or 0}"):
        return tf.identity(x)


def permutation_by(key, x):
    return tf.random.experimental.stateless_shuffle(tf.range(x) if isinstance(x, int) else x, seed_of(key))


def bernoulli_by(key, p=0.5, shape=None):
    shape = tf.convert_to_tensor(p).shape if shape is None else shape
    return tf.random.stateless_binomial(shape, seed_of(key), counts=1, probs=p) == 1


def random_choice_by(key, values, shape=(), replace=True, p=None):
    values = tf.range(values) if isinstance(values, int) else tf.convert_to_tensor(values)
    count = 1
    for size in shape:
        count *= size
    if p is not None and replace:
        index = tf.random.stateless_categorical(tf.math.log([p]), count, seed_of(key))[0]
    elif p is not None:
        raise SystemExit("no rule for unlike draws without putting back")  # no error that a program could expect
    elif replace:
        index = tf.random.stateless_uniform([count], seed_of(key), 0, len(values), tf.int32)
    else:
        index = tf.random.experimental.stateless_shuffle(tf.range(len(values)), seed_of(key))[:count]
    return tf.reshape(tf.gather(values, index), tuple(shape) + tuple(values.shape[1:]))


def random_categorical_by(key, logits, axis=-1, shape=None):
    """As many for each row as the shape has before what the rows have."""
    logits = tf.experimental.numpy.moveaxis(tf.convert_to_tensor(logits), axis, -1)
    rows = tuple(logits.shape[:-1])
    shape = rows if shape is None else tuple(shape)
    before = shape[:len(shape) - len(rows)]
    count = 1
    for size in before:
        count *= size
    drawn = tf.random.stateless_categorical(tf.reshape(logits, [-1, logits.shape[-1]]), count, seed_of(key), dtype=tf.int32)
    return tf.reshape(tf.transpose(drawn), before + rows)


def random_exponential_by(key, shape=(), dtype=tf.float32):
    return tf.random.stateless_gamma(shape, seed_of(key), alpha=1.0, dtype=dtype)


def random_fold_in(key, data):
    return RandomKey(*key, int(data))
