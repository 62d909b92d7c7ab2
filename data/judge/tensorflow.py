import numpy as np


def array(x):
    """A tensor as numpy sees it, or None."""
    if isinstance(x, tf.SparseTensor):
        x = tf.sparse.to_dense(x)
    if isinstance(x, tf.RaggedTensor):
        x = x.to_tensor()
    if isinstance(x, (tf.Tensor, tf.Variable)):
        x = tf.cast(x, tf.float32) if x.dtype in (tf.bfloat16, tf.float16) else x
        return x.numpy() if isinstance(x.numpy(), np.ndarray) else np.asarray(x.numpy())
    return x if isinstance(x, np.ndarray) else None


def double(x):
    return tf.cast(x, tf.float64)


def nudged(x, seed):
    """The tensor in float64, every number moved by one rounding unit of float32, up or down."""
    return double(x) * (1 + signs(tuple(x.shape), seed) * 2.0**-23)


def shaken(x, seed):
    """The tensor with every number moved by one rounding unit, up or down."""
    return tf.cast(nudged(x, seed), x.dtype)


def of_numpy(a):
    """The array as the framework has it."""
    return tf.constant(a)


def plain(a):
    """The array as a user makes a tensor of it."""
    return tf.constant(a)


def slope(run, tensors):
    """The derivative of total(run(...)) along `direction` by automatic differentiation; None where none is offered."""
    floats = [i for i, x in enumerate(tensors) if x.dtype.is_floating]
    with tf.GradientTape() as tape:
        for i in floats:
            tape.watch(tensors[i])
        number = sum(tf.reduce_sum(p * weights(tuple(p.shape), i)) for i, p in enumerate(parts_of(run(*tensors))) if p.dtype.is_floating)
    found = tape.gradient(number, [tensors[i] for i in floats])
    if any(g is None for g in found):
        return None
    return float(sum(np.sum(tf.convert_to_tensor(g).numpy() * direction(tuple(g.shape), i)) for i, g in zip(floats, found)))
