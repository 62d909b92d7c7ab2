"""Helpers of programs that are carried to TensorFlow: matrices."""
import math

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
    layer = tf.keras.layers.PReLU(shared_axes=list(range(1, len(x.shape))), dtype=x.dtype.name)
    if len(weight.shape) == 0 or weight.shape[0] == 1:
        return applied(layer, x, [tf.reshape(weight, [1] * (len(x.shape) - 1))])[0] if len(x.shape) > 1 else tf.where(x > 0, x, weight * x)
    last = [0] + list(range(2, len(x.shape))) + [1]
    layer = tf.keras.layers.PReLU(shared_axes=list(range(1, len(x.shape) - 1)) or None, dtype=x.dtype.name)
    out = applied(layer, tf.transpose(x, last), [tf.reshape(weight, [1] * (len(x.shape) - 2) + [-1])])[0]
    return channels_first(out)


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
    """Beyond the middle the band of the other side is taken away."""
    if (k <= 0) == bool(upper) or k == 0:
        return tf.linalg.band_part(x, -k, -1) if upper else tf.linalg.band_part(x, -1, k)
    ones = tf.ones(x.shape[-2:], tf.int32)
    other = tf.linalg.band_part(ones, -1, k - 1) if upper else tf.linalg.band_part(ones, -k - 1, -1)
    return tf.where(other == 1, tf.zeros_like(x), x)


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


def product(x, y):
    """x @ y, of vectors as well."""
    x, y = tf.convert_to_tensor(x), tf.convert_to_tensor(y)
    if len(y.shape) == 1:
        return tf.tensordot(x, y, 1)
    if len(x.shape) == 1:
        return tf.tensordot(x, y, [[0], [-2]])
    return tf.matmul(x, y)


def spectrum_scale(count, norm, inverse):
    """What the sums of a transform are multiplied with, beside what TensorFlow does."""
    if norm == "ortho":
        return math.sqrt(count) if inverse else 1.0 / math.sqrt(count)
    if norm == "forward":
        return float(count) if inverse else 1.0 / count
    return 1.0


def spectrum(x, axes=(-1,), sizes=None, norm=None, inverse=False):
    """Fourier transforms along axes, cut or filled up to sizes."""
    if not x.dtype.is_complex:
        x = tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64)
    for k, axis in enumerate(axes):
        x = tf.experimental.numpy.moveaxis(x, axis, -1)
        count = x.shape[-1] if sizes is None or sizes[k] is None else sizes[k]
        x = tf.pad(x[..., :count], [(0, 0)] * (len(x.shape) - 1) + [(0, max(count - x.shape[-1], 0))])
        x = (tf.signal.ifft if inverse else tf.signal.fft)(x) * spectrum_scale(count, norm, inverse)
        x = tf.experimental.numpy.moveaxis(x, -1, axis)
    return x


def real_spectrum(x, n=None, axis=-1, norm=None):
    x = tf.experimental.numpy.moveaxis(floating(x), axis, -1)
    count = x.shape[-1] if n is None else n
    out = tf.signal.rfft(x, fft_length=[count]) * spectrum_scale(count, norm, False)
    return tf.experimental.numpy.moveaxis(out, -1, axis)


def real_signal(x, n=None, axis=-1, norm=None):
    x = tf.experimental.numpy.moveaxis(x, axis, -1)
    count = 2 * (x.shape[-1] - 1) if n is None else n
    out = tf.signal.irfft(x, fft_length=[count]) * spectrum_scale(count, norm, True)
    return tf.experimental.numpy.moveaxis(out, -1, axis)


def cholesky_solve(y, factor, upper=False):
    return tf.linalg.cholesky_solve(tf.linalg.adjoint(factor) if upper else factor, y)


def matrix_norm(x, ord=None):
    """As numpy has them: of vectors and of matrices."""
    return tf.keras.ops.norm(x, ord=ord)


def block_diagonal(tensors):
    rows = [tf.reshape(one, [1, -1]) if len(one.shape) < 2 else one for one in tensors]
    return tf.linalg.LinearOperatorBlockDiag([tf.linalg.LinearOperatorFullMatrix(one) for one in rows]).to_dense()


def solve_triangular(x, y, trans=0, lower=False, unit=False):
    """y: a vector, or columns."""
    x = tf.linalg.set_diag(x, tf.ones_like(tf.linalg.diag_part(x))) if unit else x
    if trans not in (0, "N"):
        x, lower = tf.linalg.adjoint(x) if trans in (2, "C") else tf.linalg.matrix_transpose(x), not lower
    rows = len(y.shape) == 1
    out = tf.linalg.triangular_solve(x, y[:, None] if rows else y, lower=lower)
    return out[:, 0] if rows else out


def over_last_axes(x, axes, functions):
    """A transform of the axes that are named, which are moved behind the others."""
    x = tf.cast(x, tf.complex128 if x.dtype in (tf.float64, tf.complex128) else tf.complex64)
    rank = len(x.shape)
    axes = [axis % rank for axis in (range(rank) if axes is None else axes)]
    order = [axis for axis in range(rank) if axis not in axes] + axes
    out = functions[len(axes) - 1](tf.transpose(x, order))
    return tf.transpose(out, [order.index(axis) for axis in range(rank)])


def transform_of_axes(x, axes=None):
    return over_last_axes(x, axes, (tf.signal.fft, tf.signal.fft2d, tf.signal.fft3d))


def inverse_of_axes(x, axes=None):
    return over_last_axes(x, axes, (tf.signal.ifft, tf.signal.ifft2d, tf.signal.ifft3d))


def hermitian_transform(x, n=None):
    """What irfft is of a spectrum, the other way round."""
    x = tf.cast(x, tf.complex128 if x.dtype in (tf.float64, tf.complex128) else tf.complex64)
    n = 2 * (x.shape[-1] - 1) if n is None else n
    return tf.signal.irfft(tf.math.conj(x), [n]) * n


def dot_general(x, y, dimensions):
    return tf.einsum(letters_of(x, y, dimensions), x, y)


def least_squares(x, y):
    """The solution, the sums of squared residuals (of a full rank and more rows than columns), the rank and the singular values."""
    columns = y[:, None] if len(y.shape) == 1 else y
    solution, rank = tf.linalg.lstsq(x, columns, fast=False), tf.linalg.matrix_rank(x)
    full = int(rank) == x.shape[1] < x.shape[0]
    left = tf.reduce_sum(tf.square(columns - x @ solution), axis=0) if full else tf.zeros([0], x.dtype)
    return solution[:, 0] if len(y.shape) == 1 else solution, left, rank, tf.linalg.svd(x, compute_uv=False)


def svd_by_columns(x):
    """With the right vectors as columns."""
    values, left, right = tf.linalg.svd(x)
    return left, values, right
