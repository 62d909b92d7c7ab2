"""Helpers of programs that are carried to TensorFlow. Only those that a program uses come into it."""
import functools
import math

import numpy as np
import tensorflow as tf


def trunc(x):
    return tf.where(x < 0, tf.math.ceil(x), tf.floor(x))


def frac(x):
    return x - trunc(x)


def hard_swish(x):
    return x * tf.nn.relu6(x + 3.0) / 6.0


def hard_sigmoid(x):
    return tf.nn.relu6(x + 3.0) / 6.0


def mish(x):
    return x * tf.tanh(tf.nn.softplus(x))


def tanhshrink(x):
    return x - tf.tanh(x)


def ndtr(x):
    return 0.5 * tf.math.erfc(-x / math.sqrt(2.0))


def fmax(x, y):
    return tf.where(tf.math.is_nan(x), y, tf.where(tf.math.is_nan(y), x, tf.maximum(x, y)))


def fmin(x, y):
    return tf.where(tf.math.is_nan(x), y, tf.where(tf.math.is_nan(y), x, tf.minimum(x, y)))


def copysign(x, y):
    return tf.where(tf.experimental.numpy.signbit(y), -tf.abs(x), tf.abs(x))


def ldexp(x, y):
    return x * tf.pow(tf.constant(2.0, x.dtype), tf.cast(y, x.dtype))


def divide_towards_zero(x, y):
    if x.dtype.is_integer:
        return tf.truncatediv(x, y)
    return trunc(x / y)


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


def hard_tanh(x, low=-1.0, high=1.0):
    return tf.clip_by_value(x, low, high)


def hard_shrink(x, size=0.5):
    return tf.where(tf.abs(x) <= size, tf.zeros_like(x), x)


def soft_shrink(x, size=0.5):
    return tf.where(x > size, x - size, tf.where(x < -size, x + size, x * 0.0))


def prelu(x, weight):
    return tf.where(x > 0, x, weight * x)


def glu(x, axis=-1):
    first, second = tf.split(x, 2, axis=axis)
    return first * tf.sigmoid(second)


def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    posinf = x.dtype.max if posinf is None else posinf
    neginf = x.dtype.min if neginf is None else neginf
    x = tf.where(tf.math.is_nan(x), tf.cast(nan, x.dtype), x)
    x = tf.where(tf.math.is_inf(x) & (x > 0), tf.cast(posinf, x.dtype), x)
    return tf.where(tf.math.is_inf(x) & (x < 0), tf.cast(neginf, x.dtype), x)


def frexp(x):
    """Mantissa in [0.5, 1) and exponent."""
    exponent = tf.where(x == 0, tf.zeros_like(x), tf.floor(tf.math.log(tf.abs(x)) / math.log(2.0)) + 1.0)
    mantissa = x / tf.pow(tf.constant(2.0, x.dtype), exponent)
    too_large, too_small = tf.abs(mantissa) >= 1.0, (tf.abs(mantissa) < 0.5) & (x != 0)
    exponent = tf.where(too_large, exponent + 1.0, tf.where(too_small, exponent - 1.0, exponent))
    return x / tf.pow(tf.constant(2.0, x.dtype), exponent), tf.cast(exponent, tf.int32)


def clamp(x, low=None, high=None):
    if low is not None:
        x = tf.maximum(x, tf.cast(low, x.dtype))
    return x if high is None else tf.minimum(x, tf.cast(high, x.dtype))


def variance(x, axis=None, correction=1, keepdims=False):
    count = tf.size(x) if axis is None else tf.reduce_prod(tf.gather(tf.shape(x), axis))
    centred = x - tf.reduce_mean(x, axis=axis, keepdims=True)
    return tf.reduce_sum(tf.square(centred), axis=axis, keepdims=keepdims) / (tf.cast(count, x.dtype) - int(correction))


def standard_deviation(x, axis=None, correction=1, keepdims=False):
    return tf.sqrt(variance(x, axis, correction, keepdims))


def median(x):
    """The mean of the two in the middle."""
    values, count = tf.sort(tf.reshape(x, [-1])), int(tf.size(x))
    middle = (values[(count - 1) // 2] + values[count // 2]) / 2
    return tf.where(tf.reduce_any(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), middle)


def nan_median(x):
    """The lower one of the two in the middle."""
    values = tf.sort(tf.boolean_mask(x, ~tf.math.is_nan(x)))
    return values[(tf.size(values) - 1) // 2]


def nan_max(x):
    kept = tf.where(tf.math.is_nan(x), tf.constant(float("-inf"), x.dtype), x)
    return tf.where(tf.reduce_all(tf.math.is_nan(x)), tf.constant(float("nan"), x.dtype), tf.reduce_max(kept))


def max_with_index(x, axis, keepdims=False):
    index = tf.argmax(x, axis=axis)
    return tf.reduce_max(x, axis=axis, keepdims=keepdims), tf.expand_dims(index, axis) if keepdims else index


def min_with_index(x, axis, keepdims=False):
    index = tf.argmin(x, axis=axis)
    return tf.reduce_min(x, axis=axis, keepdims=keepdims), tf.expand_dims(index, axis) if keepdims else index


def argmax(x, axis, keepdims):
    index = tf.argmax(x, axis=axis)
    return tf.expand_dims(index, axis) if keepdims else index


def cummax(x, axis):
    """Running maximum and where it stands."""
    values = np.maximum.accumulate(x.numpy(), axis=axis)
    steps = np.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    places = np.maximum.accumulate(np.where(x.numpy() == values, steps, 0), axis=axis)
    return tf.constant(values), tf.constant(places)


def linspace(start, end, num, dtype=tf.float32):
    """Integers are computed in double precision and cut, as PyTorch does."""
    if dtype.is_integer:
        steps = np.arange(num, dtype=np.float64)
        step = (end - start) / max(num - 1, 1)
        half = num // 2
        return tf.constant(np.where(steps < half, start + step * steps, end - step * (num - 1 - steps)).astype(dtype.as_numpy_dtype))
    return tf.linspace(tf.cast(start, dtype), tf.cast(end, dtype), num)


def random_uniform(shape, dtype=tf.float32):
    return tf.constant(np.random.random_sample(shape), dtype=dtype)


def random_normal(shape, dtype=tf.float32):
    return tf.constant(np.random.standard_normal(shape), dtype=dtype)


def random_integers(low, high, shape, dtype=tf.int64):
    return tf.constant(np.random.randint(low, high, size=shape), dtype=dtype)


def random_key(seed):
    """A key of JAX: the same one draws the same numbers."""
    return (int(seed),)


def random_split(key, num=2):
    return [key + (k,) for k in range(num)]


def random_normal_by(key, shape=(), dtype=tf.float32):
    return tf.constant(np.random.default_rng(key).standard_normal(shape), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=tf.float32, low=0.0, high=1.0):
    return tf.constant(np.random.default_rng(key).uniform(low, high, shape), dtype=dtype)


def random_integers_by(key, shape, low, high, dtype=tf.int32):
    return tf.constant(np.random.default_rng(key).integers(low, high, shape), dtype=dtype)


def on_device(x, device):
    with tf.device("/CPU:0" if str(device).startswith("cpu") else str(device)):
        return tf.identity(x)


def fill_diagonal(x, value):
    count = min(x.shape)
    return tf.linalg.set_diag(x, tf.fill([count], tf.cast(value, x.dtype)))


def with_item(x, index, value):
    """x with x[index] = value."""
    if tf.is_tensor(index) and index.dtype == tf.bool:
        return tf.where(index, tf.cast(value, x.dtype), x)
    places = tf.reshape(tf.range(tf.size(x)), tf.shape(x))
    places = tf.gather(places, index) if tf.is_tensor(index) or isinstance(index, list) else places[index]
    values = tf.broadcast_to(tf.cast(value, x.dtype), tf.shape(places))
    flat = tf.tensor_scatter_nd_update(tf.reshape(x, [-1]), tf.reshape(places, [-1, 1]), tf.reshape(values, [-1]))
    return tf.reshape(flat, tf.shape(x))


def lax_padding(x, weight, strides, padding, dilation):
    """Pairs of widths per axis of an image, as JAX reads them."""
    if not isinstance(padding, str):
        return [tuple(pair) for pair in padding]
    pairs = []
    for size, kernel, step, gap in zip(x.shape[2:], weight.shape[2:], strides, dilation):
        whole = max((-(-size // step) - 1) * step + (kernel - 1) * gap + 1 - size, 0) if padding == "SAME" else 0
        pairs.append((whole // 2, whole - whole // 2))
    return pairs


def lax_convolution(x, weight, strides, padding, dilation=None):
    """x: batch, channels, and one to three axes; weight: out, in, and as many."""
    dilation, axes = dilation or (1,) * len(strides), list(range(2, len(x.shape)))
    x = tf.pad(x, [(0, 0), (0, 0)] + lax_padding(x, weight, strides, padding, dilation))
    out = tf.nn.convolution(tf.transpose(x, [0] + axes + [1]), tf.transpose(weight, axes + [1, 0]), strides=list(strides),
                            padding="VALID", dilations=list(dilation))
    return tf.transpose(out, [0, len(x.shape) - 1] + [axis - 1 for axis in axes])


def cho_factor(x, lower=False):
    factor = tf.linalg.cholesky(x)
    return factor if lower else tf.linalg.adjoint(factor), lower


def cho_solve(factor_and_lower, y):
    factor, lower = factor_and_lower
    columns = y[:, None] if len(y.shape) == 1 else y
    return tf.reshape(tf.linalg.cholesky_solve(factor if lower else tf.linalg.adjoint(factor), columns), tf.shape(y))


def taken(x, index):
    """x[index], for every index that numpy takes."""
    places = np.arange(math.prod(x.shape)).reshape(x.shape)[index]
    return tf.reshape(tf.gather(tf.reshape(x, [-1]), np.ravel(places)), np.shape(places))


def split_at(x, places, axis=0):
    """At places, or into so many parts, as JAX counts."""
    size = x.shape[axis]
    if isinstance(places, int):
        places = [sum(size // places + (j < size % places) for j in range(k + 1)) for k in range(places - 1)]
    bounds = [0] + [min(int(place), size) for place in places] + [size]
    return tf.split(x, [max(b - a, 0) for a, b in zip(bounds, bounds[1:])], axis=axis)


def triangle(x, k, upper):
    rows, columns = tf.range(x.shape[-2])[:, None], tf.range(x.shape[-1])
    return tf.where(columns - rows >= k if upper else columns - rows <= k, x, tf.zeros_like(x))


def chunk(x, count, axis=0):
    size = -(-x.shape[axis] // count)
    return split(x, size, axis)


def split(x, sizes, axis=0):
    if isinstance(sizes, int):
        whole, rest = divmod(x.shape[axis], sizes)
        sizes = [sizes] * whole + ([rest] if rest else [])
    return tf.split(x, sizes, axis=axis)


def expand(x, shape):
    """Broadcasts; -1 keeps a size."""
    old = [1] * (len(shape) - len(x.shape)) + list(x.shape)
    return tf.broadcast_to(x, [old[k] if size == -1 else size for k, size in enumerate(shape)])


def select(x, axis, index):
    if not -x.shape[axis] <= index < x.shape[axis]:
        raise IndexError(f"index {index} is out of range for a dimension of size {x.shape[axis]}")
    return tf.gather(x, index % x.shape[axis], axis=axis)


def scatter_places(x, axis, index):
    """The place in x of each element of index, which replaces the coordinate of one axis."""
    grid = list(tf.meshgrid(*[tf.range(size, dtype=tf.int64) for size in index.shape], indexing="ij"))
    grid[axis] = tf.cast(index, tf.int64)
    return tf.stack(grid, axis=-1)


def scatter(x, axis, index, source):
    values = tf.broadcast_to(tf.cast(source, x.dtype), index.shape) if not tf.is_tensor(source) else source[tuple(slice(0, n) for n in index.shape)]
    return tf.tensor_scatter_nd_update(x, scatter_places(x, axis, index), values)


def scatter_add(x, axis, index, source):
    return tf.tensor_scatter_nd_add(x, scatter_places(x, axis, index), source[tuple(slice(0, n) for n in index.shape)])


def index_add(x, axis, index, source):
    moved = tf.experimental.numpy.moveaxis(x, axis, 0)
    added = tf.tensor_scatter_nd_add(moved, tf.expand_dims(index, -1), tf.experimental.numpy.moveaxis(source, axis, 0))
    return tf.experimental.numpy.moveaxis(added, 0, axis)


def index_fill(x, axis, index, value):
    moved = tf.experimental.numpy.moveaxis(x, axis, 0)
    values = tf.fill([len(index)] + list(moved.shape[1:]), tf.cast(value, x.dtype))
    filled = tf.tensor_scatter_nd_update(moved, tf.expand_dims(index, -1), values)
    return tf.experimental.numpy.moveaxis(filled, 0, axis)


def sort_with_index(x, axis=-1, descending=False):
    order = tf.argsort(x, axis=axis, direction="DESCENDING" if descending else "ASCENDING", stable=True)
    return tf.experimental.numpy.take_along_axis(x, order, axis=axis), tf.cast(order, tf.int64)


def topk(x, k, axis=-1, largest=True):
    moved = tf.experimental.numpy.moveaxis(x, axis, -1)
    values, index = tf.math.top_k(moved if largest else -moved, k=k)
    values = values if largest else -values
    return tf.experimental.numpy.moveaxis(values, -1, axis), tf.cast(tf.experimental.numpy.moveaxis(index, -1, axis), tf.int64)


def kthvalue(x, k, axis=-1):
    values, index = sort_with_index(x, axis)
    return tf.gather(values, k - 1, axis=axis), tf.gather(index, k - 1, axis=axis)


def isin(x, values):
    same = tf.expand_dims(x, -1) == tf.reshape(values, [-1])
    return tf.reduce_any(same, axis=-1)


def set_difference(x, y, assume_unique=False):
    flat = tf.reshape(x, [-1])
    if not assume_unique:
        flat = tf.sort(tf.unique(flat)[0])
    return tf.boolean_mask(flat, ~tf.reduce_any(tf.expand_dims(flat, -1) == tf.reshape(y, [-1]), axis=-1))


def pad_last(x, widths, mode="constant", value=0):
    """Pads from the last axis on, as PyTorch counts."""
    if not widths or len(widths) % 2:
        raise ValueError(f"pairs of widths are needed, not {widths}")
    count = len(widths) // 2
    pairs = [(0, 0)] * (len(x.shape) - count) + [(widths[2 * k], widths[2 * k + 1]) for k in reversed(range(count))]
    if mode == "constant":
        return tf.pad(x, pairs, constant_values=value)
    if mode == "reflect":
        return tf.pad(x, pairs, mode="REFLECT")
    for axis, (before, after) in enumerate(pairs):
        size = x.shape[axis]
        places = [min(max(k, 0), size - 1) if mode == "replicate" else k % size for k in range(-before, size + after)]
        x = tf.gather(x, places, axis=axis)
    return x


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


def tensorinv(x, ind=2):
    inner, outer = list(x.shape[:ind]), list(x.shape[ind:])
    flat = tf.reshape(x, [int(np.prod(inner)), -1])
    return tf.reshape(tf.linalg.inv(flat), outer + inner)


def pairwise_distances(x, y):
    return tf.norm(tf.expand_dims(x, -2) - tf.expand_dims(y, -3), axis=-1)


def fft(x):
    return tf.signal.fft(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def ifft(x):
    return tf.signal.ifft(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def fft2(x):
    return tf.signal.fft2d(x if x.dtype.is_complex else tf.cast(x, tf.complex128 if x.dtype == tf.float64 else tf.complex64))


def two(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, height, width; weight: out, in, height, width."""
    x = tf.transpose(x, [0, 2, 3, 1])
    if isinstance(padding, str):
        padding = padding.upper()
    else:
        rows, columns = two(padding)
        padding = [[0, 0], [rows, rows], [columns, columns], [0, 0]]
    kernel = tf.transpose(weight, [2, 3, 1, 0])
    parts = [tf.nn.conv2d(a, b, strides=two(stride), padding=padding, dilations=two(dilation))
             for a, b in zip(tf.split(x, groups, axis=-1), tf.split(kernel, groups, axis=-1))]
    out = tf.concat(parts, axis=-1)
    return tf.transpose(out if bias is None else out + bias, [0, 3, 1, 2])


def conv1d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, width; weight: out, in, width."""
    single = lambda value: value if isinstance(value, (int, str)) else value[0]
    padding = single(padding)
    out = conv2d(x[:, :, None, :], weight[:, :, None, :], bias, (1, single(stride)),
                 padding if isinstance(padding, str) else (0, padding), (1, single(dilation)), groups)
    return out[:, :, 0, :]


def conv_transpose2d(x, weight, bias=None, stride=1, padding=0, output_padding=0):
    """x: batch, channels, height, width; weight: in, out, height, width."""
    (sy, sx), (py, px), (oy, ox) = two(stride), two(padding), two(output_padding)
    kernel = tf.transpose(weight, [2, 3, 1, 0])
    rows, columns = (x.shape[2] - 1) * sy + weight.shape[2], (x.shape[3] - 1) * sx + weight.shape[3]
    out = tf.nn.conv2d_transpose(tf.transpose(x, [0, 2, 3, 1]), kernel, [x.shape[0], rows, columns, weight.shape[1]],
                                 strides=(sy, sx), padding="VALID")
    out = tf.pad(out, [[0, 0], [0, oy], [0, ox], [0, 0]])[:, py:rows - py + oy, px:columns - px + ox, :]
    return tf.transpose(out if bias is None else out + bias, [0, 3, 1, 2])


def max_pool2d(x, kernel, stride=None, padding=0):
    """x: batch, channels, height, width."""
    (rows, columns) = two(padding)
    x = tf.pad(tf.transpose(x, [0, 2, 3, 1]), [[0, 0], [rows, rows], [columns, columns], [0, 0]], constant_values=x.dtype.min)
    out = tf.nn.max_pool2d(x, two(kernel), two(kernel if stride is None else stride), padding="VALID")
    return tf.transpose(out, [0, 3, 1, 2])


def max_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return max_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def avg_pool2d(x, kernel, stride=None, padding=0, include=True):
    """x: batch, channels, height, width."""
    rows, columns = two(padding)
    pads = [[0, 0], [rows, rows], [columns, columns], [0, 0]]
    size, step = two(kernel), two(kernel if stride is None else stride)
    x = tf.transpose(x, [0, 2, 3, 1])
    out = tf.nn.avg_pool2d(tf.pad(x, pads), size, step, padding="VALID")
    if not include:
        out = out / tf.nn.avg_pool2d(tf.pad(tf.ones_like(x), pads), size, step, padding="VALID")
    return tf.transpose(out, [0, 3, 1, 2])


def avg_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return avg_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def adaptive_windows(size, count):
    return [(k * size // count, -(-(k + 1) * size // count)) for k in range(count)]


def adaptive_avg_pool2d(x, size):
    height, width = two(size)
    rows = [tf.stack([tf.reduce_mean(x[:, :, a:b, c:d], axis=[2, 3]) for c, d in adaptive_windows(x.shape[3], width)], axis=-1)
            for a, b in adaptive_windows(x.shape[2], height)]
    return tf.stack(rows, axis=2)


def adaptive_max_pool2d(x, size):
    """Maxima and their places in the flattened image."""
    height, width = two(size)
    places = tf.reshape(tf.range(x.shape[2] * x.shape[3], dtype=tf.int64), [1, 1, x.shape[2], x.shape[3]])
    places = tf.broadcast_to(places, tf.shape(x))
    values, index = [], []
    for a, b in adaptive_windows(x.shape[2], height):
        for c, d in adaptive_windows(x.shape[3], width):
            window = tf.reshape(x[:, :, a:b, c:d], [x.shape[0], x.shape[1], -1])
            best = tf.argmax(window, axis=-1)
            values.append(tf.gather(window, best, axis=-1, batch_dims=2))
            index.append(tf.gather(tf.reshape(places[:, :, a:b, c:d], [x.shape[0], x.shape[1], -1]), best, axis=-1, batch_dims=2))
    shape = [x.shape[0], x.shape[1], height, width]
    return tf.reshape(tf.stack(values, axis=-1), shape), tf.reshape(tf.stack(index, axis=-1), shape)


def layer_norm(x, shape, weight=None, bias=None, eps=1e-05):
    axes = list(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    mean, var = tf.nn.moments(x, axes=axes, keepdims=True)
    out = (x - mean) / tf.sqrt(var + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def batch_norm(x, mean, variance, weight=None, bias=None, training=False, eps=1e-05):
    """x: batch, channels, and more."""
    if training:
        mean, variance = tf.nn.moments(x, axes=[k for k in range(len(x.shape)) if k != 1])
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = (x - tf.reshape(mean, shape)) / tf.sqrt(tf.reshape(variance, shape) + eps)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def group_norm(x, groups, weight=None, bias=None, eps=1e-05):
    grouped = tf.reshape(x, [x.shape[0], groups, -1])
    mean, var = tf.nn.moments(grouped, axes=[-1], keepdims=True)
    out = tf.reshape((grouped - mean) / tf.sqrt(var + eps), tf.shape(x))
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def instance_norm(x, weight=None, bias=None, eps=1e-05):
    mean, var = tf.nn.moments(x, axes=list(range(2, len(x.shape))), keepdims=True)
    out = (x - mean) / tf.sqrt(var + eps)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * tf.reshape(weight, shape)
    return out if bias is None else out + tf.reshape(bias, shape)


def standardize(x, axis=-1, eps=1e-05):
    mean, var = tf.nn.moments(x, axes=[axis] if isinstance(axis, int) else axis, keepdims=True)
    return (x - mean) / tf.sqrt(var + eps)


def normalize(x, p=2.0, axis=1, eps=1e-12):
    return x / tf.maximum(tf.norm(x, ord=p, axis=axis, keepdims=True), eps)


def cosine_similarity(x, y, axis=1, eps=1e-08):
    lengths = tf.maximum(tf.norm(x, axis=axis), eps) * tf.maximum(tf.norm(y, axis=axis), eps)
    return tf.reduce_sum(x * y, axis=axis) / lengths


def pixel_shuffle(x, k):
    return tf.transpose(tf.nn.depth_to_space(tf.transpose(tf.reshape(tf.transpose(tf.reshape(
        x, [x.shape[0], -1, k * k, x.shape[2], x.shape[3]]), [0, 2, 1, 3, 4]), x.shape), [0, 2, 3, 1]), k), [0, 3, 1, 2])


def interpolate(x, size=None, scale=None, mode="nearest", align=None):
    """x: batch, channels, and one or two more axes."""
    for axis in range(2, len(x.shape)):
        old = x.shape[axis]
        factor = scale if scale is None or isinstance(scale, (int, float)) else scale[axis - 2]
        new = int(old * factor) if size is None else size if isinstance(size, int) else size[axis - 2]
        places = np.arange(new)
        if mode == "nearest":
            x = tf.gather(x, np.minimum((places * (old / new)).astype(int), old - 1), axis=axis)
            continue
        where = places * (old - 1) / max(new - 1, 1) if align else np.maximum((places + 0.5) * old / new - 0.5, 0.0)
        low = np.minimum(where.astype(int), old - 1)
        high = np.minimum(low + 1, old - 1)
        shape = [-1 if k == axis else 1 for k in range(len(x.shape))]
        part = tf.constant((where - low).reshape(shape), dtype=x.dtype)
        x = tf.gather(x, low, axis=axis) * (1 - part) + tf.gather(x, high, axis=axis) * part
    return x


def attention(query, key, value, mask=None, causal=False):
    scores = tf.matmul(query, key, transpose_b=True) / math.sqrt(query.shape[-1])
    if causal:
        mask = tf.cast(tf.linalg.band_part(tf.ones(scores.shape[-2:]), -1, 0), tf.bool)
    if mask is not None and mask.dtype == tf.bool:
        scores = tf.where(mask, scores, float("-inf"))
    elif mask is not None:
        scores = scores + mask
    return tf.matmul(tf.nn.softmax(scores, axis=-1), value)


def reduced(loss, reduction="mean"):
    if reduction == "none":
        return loss
    return tf.reduce_sum(loss) if reduction == "sum" else tf.reduce_mean(loss)


def class_terms(log_probabilities, target, weight, ignore):
    """Losses and weights per sample; classes stand in axis 1."""
    if len(log_probabilities.shape) > 2:
        log_probabilities = tf.experimental.numpy.moveaxis(log_probabilities, 1, -1)
    kept = target != ignore
    safe = tf.where(kept, target, tf.zeros_like(target))
    weight = tf.ones(log_probabilities.shape[-1], log_probabilities.dtype) if weight is None else weight
    weights = tf.gather(weight, safe) * tf.cast(kept, log_probabilities.dtype)
    picked = tf.gather(log_probabilities, safe, axis=-1, batch_dims=len(target.shape))
    smooth = -tf.reduce_sum(log_probabilities * weight, axis=-1) * tf.cast(kept, log_probabilities.dtype)
    return -picked * weights, weights, smooth / log_probabilities.shape[-1]


def nll_loss(x, target, weight=None, ignore=-100, reduction="mean"):
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    axis = 1 if len(x.shape) > 1 else 0
    logs = tf.nn.log_softmax(x, axis=axis)
    if target.dtype.is_floating:
        target = target * (1.0 - smoothing) + smoothing / x.shape[axis]
        losses = -tf.reduce_sum(logs * target * (1.0 if weight is None else weight), axis=axis)
        return reduced(losses, reduction)
    losses, weights, smooth = class_terms(logs, target, weight, ignore)
    losses = (1.0 - smoothing) * losses + smoothing * smooth
    return tf.reduce_sum(losses) / tf.reduce_sum(weights) if reduction == "mean" else reduced(losses, reduction)


def mse_loss(x, target, reduction="mean"):
    return reduced(tf.square(x - target), reduction)


def l1_loss(x, target, reduction="mean"):
    return reduced(tf.abs(x - target), reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    distance = tf.abs(x - target)
    return reduced(tf.where(distance < beta, 0.5 * tf.square(distance) / beta, distance - 0.5 * beta), reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    distance = tf.abs(x - target)
    return reduced(tf.where(distance <= delta, 0.5 * tf.square(distance), delta * (distance - 0.5 * delta)), reduction)


def binary_cross_entropy(x, target, reduction="mean"):
    logs = lambda p: tf.maximum(tf.math.log(p), -100.0)
    return reduced(-(target * logs(x) + (1.0 - target) * logs(1.0 - x)), reduction)


def binary_cross_entropy_with_logits(x, target, reduction="mean"):
    return reduced(tf.nn.sigmoid_cross_entropy_with_logits(labels=target, logits=x), reduction)


def kl_div(x, target, reduction="mean", log_target=False):
    losses = tf.exp(target) * (target - x) if log_target else tf.math.xlogy(target, target) - target * x
    return tf.reduce_sum(losses) / x.shape[0] if reduction == "batchmean" else reduced(losses, reduction)


def call_of(model):
    """A function that keeps its model alive."""
    return lambda *inputs, **options: model(*inputs, **options)


def initial_weights(shape, bound):
    """Weights that nobody chose."""
    return np.random.RandomState(0).uniform(-bound, bound, shape).astype("float32")


class Module(tf.Module):
    """What a model is made of: called, it gives what forward gives."""

    def __init__(self):
        super().__init__()
        self.training = True

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    def train(self, mode=True):
        for part in self._flatten(predicate=lambda part: isinstance(part, Module)):
            part.training = mode
        self.training = mode
        return self

    def eval(self):
        return self.train(False)

    def parameters(self):
        return list(self.trainable_variables)


class Sequential(Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = list(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def __getitem__(self, index):
        return self.layers[index]


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(in_features)
        self.weight = tf.Variable(initial_weights((out_features, in_features), bound))
        self.bias = tf.Variable(initial_weights((out_features,), bound)) if bias else None

    def forward(self, x):
        out = tf.tensordot(x, self.weight, [[-1], [1]])
        return out if self.bias is None else out + self.bias


class Conv2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = tf.Variable(initial_weights(shape, bound))
        self.bias = tf.Variable(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv2d(x, self.weight, self.bias, *self.options)


class Conv1d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups, kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = tf.Variable(initial_weights(shape, bound))
        self.bias = tf.Variable(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv1d(x, self.weight, self.bias, *self.options)


class ConvTranspose2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0):
        super().__init__()
        shape = (in_channels, out_channels) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = tf.Variable(initial_weights(shape, bound))
        self.bias = tf.Variable(initial_weights((out_channels,), bound))
        self.options = (stride, padding, output_padding)

    def forward(self, x):
        return conv_transpose2d(x, self.weight, self.bias, *self.options)


class BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1):
        super().__init__()
        self.weight, self.bias = tf.Variable(tf.ones(num_features)), tf.Variable(tf.zeros(num_features))
        self.running_mean = tf.Variable(tf.zeros(num_features), trainable=False)
        self.running_var = tf.Variable(tf.ones(num_features), trainable=False)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        out = batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.eps)
        if self.training:
            axes = [k for k in range(len(x.shape)) if k != 1]
            count = tf.cast(tf.size(x), x.dtype) / x.shape[1]
            mean, var = tf.nn.moments(x, axes)
            self.running_mean.assign((1.0 - self.momentum) * self.running_mean + self.momentum * mean)
            self.running_var.assign((1.0 - self.momentum) * self.running_var + self.momentum * var * count / (count - 1.0))
        return out


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05):
        super().__init__()
        self.shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight, self.bias = tf.Variable(tf.ones(self.shape)), tf.Variable(tf.zeros(self.shape))
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.shape, self.weight, self.bias, self.eps)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05):
        super().__init__()
        self.weight, self.bias = tf.Variable(tf.ones(num_channels)), tf.Variable(tf.zeros(num_channels))
        self.groups, self.eps = num_groups, eps

    def forward(self, x):
        return group_norm(x, self.groups, self.weight, self.bias, self.eps)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.weight = tf.Variable(initial_weights((num_embeddings, embedding_dim), 1.0))

    def forward(self, x):
        return tf.gather(self.weight, x)


class Cell(Module):
    """The weights that recurrent cells share; `gates` parts each."""

    def __init__(self, input_size, hidden_size, gates):
        super().__init__()
        bound = 1.0 / math.sqrt(hidden_size)
        draw = lambda *shape: tf.Variable(initial_weights(shape, bound))
        self.weight_ih, self.weight_hh = draw(gates * hidden_size, input_size), draw(gates * hidden_size, hidden_size)
        self.bias_ih, self.bias_hh = draw(gates * hidden_size), draw(gates * hidden_size)
        self.hidden_size = hidden_size

    def parts(self, x, h, count):
        a = tf.split(tf.matmul(x, self.weight_ih, transpose_b=True) + self.bias_ih, count, axis=-1)
        b = tf.split(tf.matmul(h, self.weight_hh, transpose_b=True) + self.bias_hh, count, axis=-1)
        return a, b


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 1)

    def forward(self, x, h=None):
        h = tf.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 1)
        return tf.tanh(a[0] + b[0])


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 3)

    def forward(self, x, h=None):
        h = tf.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 3)
        reset, update = tf.sigmoid(a[0] + b[0]), tf.sigmoid(a[1] + b[1])
        new = tf.tanh(a[2] + reset * b[2])
        return (1.0 - update) * new + update * h


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 4)

    def forward(self, x, state=None):
        zeros = tf.zeros([x.shape[0], self.hidden_size])
        h, c = (zeros, zeros) if state is None else state
        a, b = self.parts(x, h, 4)
        i, f, o = tf.sigmoid(a[0] + b[0]), tf.sigmoid(a[1] + b[1]), tf.sigmoid(a[3] + b[3])
        c = f * c + i * tf.tanh(a[2] + b[2])
        return o * tf.tanh(c), c


class Recurrent(Module):
    """Layers of cells, one over the other, from the first step to the last."""

    def __init__(self, cell, input_size, hidden_size, num_layers=1, batch_first=False):
        super().__init__()
        self.cells = [cell(hidden_size if k else input_size, hidden_size) for k in range(num_layers)]
        self.hidden_size, self.batch_first = hidden_size, batch_first

    def forward(self, x, state=None):
        x = tf.transpose(x, [1, 0, 2]) if self.batch_first else x
        zeros = tf.zeros([len(self.cells), x.shape[1], self.hidden_size])
        pairs = isinstance(self.cells[0], LSTMCell)
        state = ((zeros, zeros) if pairs else zeros) if state is None else state
        out, last = x, []
        for k, cell in enumerate(self.cells):
            now, steps = (state[0][k], state[1][k]) if pairs else state[k], []
            for t in range(out.shape[0]):
                now = cell(out[t], now)
                steps.append(now[0] if pairs else now)
            out = tf.stack(steps)
            last.append(now)
        last = tuple(tf.stack(part) for part in zip(*last)) if pairs else tf.stack(last)
        return (tf.transpose(out, [1, 0, 2]) if self.batch_first else out), last


def LSTM(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(LSTMCell, input_size, hidden_size, num_layers, batch_first)


def GRU(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(GRUCell, input_size, hidden_size, num_layers, batch_first)


def RNN(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(RNNCell, input_size, hidden_size, num_layers, batch_first)


class Stateless(Module):
    """A layer that is a function."""

    def __init__(self, function):
        super().__init__()
        self.forward = function


def ReLU():
    return Stateless(tf.nn.relu)


def ReLU6():
    return Stateless(tf.nn.relu6)


def Sigmoid():
    return Stateless(tf.sigmoid)


def Tanh():
    return Stateless(tf.tanh)


def GELU():
    return Stateless(tf.nn.gelu)


def SiLU():
    return Stateless(tf.nn.silu)


def Softplus():
    return Stateless(tf.nn.softplus)


def Hardswish():
    return Stateless(hard_swish)


def Identity():
    return Stateless(tf.identity)


def ELU(alpha=1.0):
    return Stateless(lambda x: elu(x, alpha))


def LeakyReLU(slope=0.01):
    return Stateless(lambda x: tf.nn.leaky_relu(x, alpha=slope))


def Softmax(axis):
    return Stateless(lambda x: tf.nn.softmax(x, axis=axis))


def LogSoftmax(axis):
    return Stateless(lambda x: tf.nn.log_softmax(x, axis=axis))


def Flatten():
    return Stateless(lambda x: tf.reshape(x, [x.shape[0], -1]))


def MaxPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: max_pool2d(x, kernel_size, stride, padding))


def AvgPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: avg_pool2d(x, kernel_size, stride, padding))


def AdaptiveAvgPool2d(output_size):
    return Stateless(lambda x: adaptive_avg_pool2d(x, output_size))


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        return tf.nn.dropout(x, rate=self.p) if self.training else x


def CrossEntropyLoss(weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    return functools.partial(cross_entropy, weight=weight, ignore=ignore, reduction=reduction, smoothing=smoothing)


def NLLLoss(weight=None, ignore=-100, reduction="mean"):
    return functools.partial(nll_loss, weight=weight, ignore=ignore, reduction=reduction)


def MSELoss(reduction="mean"):
    return functools.partial(mse_loss, reduction=reduction)


def L1Loss(reduction="mean"):
    return functools.partial(l1_loss, reduction=reduction)


def SmoothL1Loss(reduction="mean"):
    return functools.partial(smooth_l1_loss, reduction=reduction)


def HuberLoss(reduction="mean"):
    return functools.partial(huber_loss, reduction=reduction)


def BCELoss(reduction="mean"):
    return functools.partial(binary_cross_entropy, reduction=reduction)


def BCEWithLogitsLoss(reduction="mean"):
    return functools.partial(binary_cross_entropy_with_logits, reduction=reduction)


def KLDivLoss(reduction="mean"):
    return functools.partial(kl_div, reduction=reduction)


class Optimizer:
    """What all optimisers share: gradients go to `change`, which tells how far a value moves."""

    def __init__(self, lr, weight_decay=0.0):
        self.lr, self.weight_decay, self.steps, self.memory = lr, weight_decay, 0, {}

    def step(self, values, gradients):
        self.steps, values = self.steps + 1, list(values)
        for k, gradient in enumerate(gradients):
            new = values[k] - self.change(k, values[k], gradient + self.weight_decay * values[k])
            values[k].assign(new)
        return values


class SGD(Optimizer):
    def __init__(self, lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        super().__init__(lr, weight_decay)
        self.momentum, self.dampening, self.nesterov = momentum, dampening, nesterov

    def change(self, k, value, gradient):
        if self.momentum:
            old = self.memory.get(k)
            self.memory[k] = gradient if old is None else self.momentum * old + (1.0 - self.dampening) * gradient
            gradient = gradient + self.momentum * self.memory[k] if self.nesterov else self.memory[k]
        return self.lr * gradient


class Adam(Optimizer):
    def __init__(self, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, decoupled=False):
        super().__init__(lr, 0.0 if decoupled else weight_decay)
        self.betas, self.eps, self.decay = betas, eps, weight_decay if decoupled else 0.0

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        size = tf.sqrt(second / (1.0 - b ** self.steps)) + self.eps
        return self.lr * self.decay * value + self.lr * first / (1.0 - a ** self.steps) / size


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Adam(lr, betas, eps, weight_decay, True)


def value_and_gradient_of(function, argnums=0):
    def both(*inputs):
        inputs = [tf.convert_to_tensor(x) if isinstance(x, (int, float)) else x for x in inputs]
        wanted = inputs[argnums] if isinstance(argnums, int) else [inputs[k] for k in argnums]
        with tf.GradientTape() as tape:
            tape.watch(wanted)
            value = function(*inputs)
        return value, tape.gradient(value, wanted, unconnected_gradients="zero")

    return both


def gradient_of(function, argnums=0):
    return lambda *inputs: value_and_gradient_of(function, argnums)(*inputs)[1]


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: value_and_gradient_of(function, argnums)(*inputs)[::-1]


def jacobian_of(function):
    def jacobian(x, *others):
        x = tf.convert_to_tensor(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = function(x, *others)
        return tape.jacobian(value, x)

    return jacobian


def hessian_of(function):
    return jacobian_of(gradient_of(function))


def mapped(function, in_axes=0, out_axes=0):
    def over(*inputs):
        axes = [in_axes] * len(inputs) if isinstance(in_axes, int) or in_axes is None else in_axes
        count = next(x.shape[a] for x, a in zip(inputs, axes) if a is not None)
        rows = [function(*[x if a is None else tf.gather(x, k, axis=a) for x, a in zip(inputs, axes)]) for k in range(count)]
        return tf.stack(rows, axis=out_axes)

    return over


def equal(x, y):
    """Whether both have the same shape and elements."""
    return x.shape == y.shape and bool(tf.reduce_all(x == tf.cast(y, x.dtype)))


def assert_close(actual, expected, rtol=None, atol=None, equal_nan=False):
    """Fails where they differ by more than rounding, by PyTorch's tolerances."""
    if isinstance(actual, (list, tuple)):
        for one, other in zip(actual, expected):
            assert_close(one, other, rtol, atol, equal_nan)
        return
    actual, expected = np.asarray(actual), np.asarray(expected)
    standard = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "complex64": (1.3e-6, 1e-5),
                "float64": (1e-7, 1e-7), "complex128": (1e-7, 1e-7)}.get(str(actual.dtype), (0.0, 0.0))
    np.testing.assert_allclose(actual, expected, rtol=standard[0] if rtol is None else rtol,
                               atol=standard[1] if atol is None else atol, equal_nan=equal_nan)


def each_step(tree, k):
    return None if tree is None else type(tree)(each_step(one, k) for one in tree) if isinstance(tree, (list, tuple)) else tree[k]


def stacked(parts):
    if isinstance(parts[0], (list, tuple)):
        return type(parts[0])(stacked(part) for part in zip(*parts))
    return None if parts[0] is None else tf.stack(parts)


def scan(function, init, xs, length=None):
    first = xs
    while isinstance(first, (list, tuple)):
        first = first[0]
    state, out = init, []
    for k in range(length if first is None else first.shape[0]):
        state, part = function(state, each_step(xs, k))
        out.append(part)
    return state, stacked(out)


def cond_of(condition, yes, no, *operands):
    return tf.cond(condition, lambda: yes(*operands), lambda: no(*operands))


def fori_loop(lower, upper, body, init):
    for k in range(int(lower), int(upper)):
        init = body(k, init)
    return init


def while_loop(condition, body, init):
    while condition(init):
        init = body(init)
    return init


def divide_alike(x, y):
    """Integers by integers give integers."""
    return tf.truncatediv(x, y) if x.dtype.is_integer else x / y
