"""Helpers of programs that are carried to TensorFlow: matrices."""
import tensorflow as tf


def elu(x, alpha=1.0):
    return tf.where(x > 0, x, alpha * tf.math.expm1(tf.minimum(x, 0.0)))


def column_stack(tensors):
    return tf.concat([x[:, None] if len(x.shape) == 1 else x for x in tensors], axis=1)


def celu(x, alpha=1.0):
    if alpha == 0:
        raise ValueError("alpha must not be 0")
    return tf.where(x > 0, x, alpha * tf.math.expm1(tf.minimum(x, 0.0) / alpha))


def softplus(x, beta=1, threshold=20):
    return tf.where(x * beta > threshold, x, tf.nn.softplus(x * beta) / beta)


def prelu(x, weight):
    return tf.where(x > 0, x, weight * x)


def glu(x, axis=-1):
    first, second = tf.split(x, 2, axis=axis)
    return first * tf.sigmoid(second)


def fill_diagonal(x, value):
    count = min(x.shape)
    return tf.linalg.set_diag(x, tf.fill([count], tf.cast(value, x.dtype)))


def cho_solve(factor_and_lower, y):
    factor, lower = factor_and_lower
    columns = y[:, None] if len(y.shape) == 1 else y
    return tf.reshape(tf.linalg.cholesky_solve(factor if lower else tf.linalg.adjoint(factor), columns), tf.shape(y))


def triangle(x, k, upper):
    rows, columns = tf.range(x.shape[-2])[:, None], tf.range(x.shape[-1])
    return tf.where(columns - rows >= k if upper else columns - rows <= k, x, tf.zeros_like(x))


def kthvalue(x, k, axis=-1):
    values, index = sort_with_index(x, axis)
    return tf.gather(values, k - 1, axis=axis), tf.gather(index, k - 1, axis=axis)


def cholesky(x):
    """NaN where the matrix has no factor, as in JAX."""
    try:
        return tf.linalg.cholesky(x)
    except tf.errors.InvalidArgumentError:
        return tf.fill(tf.shape(x), tf.constant(float("nan"), x.dtype))


def solve(a, b):
    if len(b.shape) == len(a.shape) - 1:
        return tf.squeeze(tf.linalg.solve(a, tf.expand_dims(b, -1)), -1)
    return tf.linalg.solve(a, b)


def svd(x, full=True):
    s, u, v = tf.linalg.svd(x, full_matrices=full)
    return u, s, tf.linalg.adjoint(v)


def singular_values(x):
    return tf.linalg.svd(x, compute_uv=False)


def matrix_power(x, n):
    if n < 0:
        x, n = tf.linalg.inv(x), -n
    out = tf.eye(x.shape[-1], batch_shape=x.shape[:-2], dtype=x.dtype)
    for _ in range(n):
        out = tf.matmul(out, x)
    return out


def pairwise_distances(x, y):
    return tf.norm(tf.expand_dims(x, -2) - tf.expand_dims(y, -3), axis=-1)
