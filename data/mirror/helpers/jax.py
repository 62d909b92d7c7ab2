"""Helpers of programs that are carried to JAX. Only those that a program uses come into it."""
import functools
import math
import types

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def frac(x):
    return x - jnp.trunc(x)


def tanhshrink(x):
    return x - jnp.tanh(x)


def hard_shrink(x, size=0.5):
    return jnp.where(jnp.abs(x) <= size, jnp.zeros_like(x), x)


def soft_shrink(x, size=0.5):
    return jnp.where(x > size, x - size, jnp.where(x < -size, x + size, x * 0.0))


def prelu(x, weight):
    return jnp.where(x > 0, x, weight * x)


def nan_median(x):
    """The lower one of the two in the middle."""
    return jnp.sort(jnp.ravel(x))[(jnp.sum(~jnp.isnan(x)) - 1) // 2]


def max_with_index(x, axis, keepdims=False):
    index = jnp.argmax(x, axis=axis)
    return jnp.max(x, axis=axis, keepdims=keepdims), jnp.expand_dims(index, axis) if keepdims else index


def min_with_index(x, axis, keepdims=False):
    index = jnp.argmin(x, axis=axis)
    return jnp.min(x, axis=axis, keepdims=keepdims), jnp.expand_dims(index, axis) if keepdims else index


def mse_loss(x, target, reduction="mean"):
    return reduced(jnp.square(x - target), reduction)


def l1_loss(x, target, reduction="mean"):
    return reduced(jnp.abs(x - target), reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    distance = jnp.abs(x - target)
    return reduced(jnp.where(distance < beta, 0.5 * jnp.square(distance) / beta, distance - 0.5 * beta), reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    distance = jnp.abs(x - target)
    return reduced(jnp.where(distance <= delta, 0.5 * jnp.square(distance), delta * (distance - 0.5 * delta)), reduction)


def binary_cross_entropy(x, target, reduction="mean"):
    logs = lambda p: jnp.maximum(jnp.log(p), -100.0)
    return reduced(-(target * logs(x) + (1.0 - target) * logs(1.0 - x)), reduction)


def kl_div(x, target, reduction="mean", log_target=False):
    losses = jnp.exp(target) * (target - x) if log_target else jax.scipy.special.xlogy(target, target) - target * x
    return jnp.sum(losses) / x.shape[0] if reduction == "batchmean" else reduced(losses, reduction)


def normalize(x, p=2.0, axis=1, eps=1e-12):
    return x / jnp.maximum(jnp.linalg.norm(x, ord=p, axis=axis, keepdims=True), eps)


def cosine_similarity(x, y, axis=1, eps=1e-08):
    lengths = jnp.maximum(jnp.linalg.norm(x, axis=axis), eps) * jnp.maximum(jnp.linalg.norm(y, axis=axis), eps)
    return jnp.sum(x * y, axis=axis) / lengths


def adaptive_windows(size, count):
    return [(k * size // count, -(-(k + 1) * size // count)) for k in range(count)]


def adaptive_avg_pool2d(x, size):
    height, width = two(size)
    rows = [jnp.stack([jnp.mean(x[:, :, a:b, c:d], axis=(2, 3)) for c, d in adaptive_windows(x.shape[3], width)], axis=-1)
            for a, b in adaptive_windows(x.shape[2], height)]
    return jnp.stack(rows, axis=2)


def reduced(loss, reduction="mean"):
    if reduction == "none":
        return loss
    return jnp.sum(loss) if reduction == "sum" else jnp.mean(loss)


def nll_loss(x, target, weight=None, ignore=-100, reduction="mean"):
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def two(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def group_norm(x, groups, weight=None, bias=None, eps=1e-05):
    grouped = jnp.reshape(x, [x.shape[0], groups, -1])
    axes = tuple([-1])
    mean, var = jnp.mean(grouped, axis=axes, keepdims=True), jnp.var(grouped, axis=axes, keepdims=True)
    out = jnp.reshape((grouped - mean) / jnp.sqrt(var + eps), x.shape)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def layer_norm(x, shape, weight=None, bias=None, eps=1e-05):
    axes = tuple(range(-(1 if isinstance(shape, int) else len(shape)), 0))
    mean, var = jnp.mean(x, axis=axes, keepdims=True), jnp.var(x, axis=axes, keepdims=True)
    out = (x - mean) / jnp.sqrt(var + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def batch_norm(x, mean, variance, weight=None, bias=None, training=False, eps=1e-05):
    """x: batch, channels, and more."""
    if training:
        axes = tuple(k for k in range(len(x.shape)) if k != 1)
        mean, variance = jnp.mean(x, axis=axes), jnp.var(x, axis=axes)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = (x - jnp.reshape(mean, shape)) / jnp.sqrt(jnp.reshape(variance, shape) + eps)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def instance_norm(x, weight=None, bias=None, eps=1e-05):
    axes = tuple(list(range(2, len(x.shape))))
    mean, var = jnp.mean(x, axis=axes, keepdims=True), jnp.var(x, axis=axes, keepdims=True)
    out = (x - mean) / jnp.sqrt(var + eps)
    shape = [1, -1] + [1] * (len(x.shape) - 2)
    out = out if weight is None else out * jnp.reshape(weight, shape)
    return out if bias is None else out + jnp.reshape(bias, shape)


def max_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return max_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def avg_pool1d(x, kernel, stride=None, padding=0):
    stride = kernel if stride is None else stride
    return avg_pool2d(x[..., None, :], (1, kernel), (1, stride), (0, padding))[..., 0, :]


def conv1d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, width; weight: out, in, width."""
    single = lambda value: value if isinstance(value, (int, str)) else value[0]
    padding = single(padding)
    out = conv2d(x[:, :, None, :], weight[:, :, None, :], bias, (1, single(stride)),
                 padding if isinstance(padding, str) else (0, padding), (1, single(dilation)), groups)
    return out[:, :, 0, :]


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


def chunk(x, count, axis=0):
    size = -(-x.shape[axis] // count)
    return split(x, size, axis)


def divide_towards_zero(x, y):
    if jnp.issubdtype(x.dtype, jnp.integer):
        return jax.lax.div(x, jnp.broadcast_to(jnp.asarray(y, x.dtype), x.shape))
    return jnp.trunc(x / y)


def softplus(x, beta=1, threshold=20):
    return jnp.where(x * beta > threshold, x, jax.nn.softplus(x * beta) / beta)


def squared_difference(x, y):
    return jnp.square(x - y)


def divide_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x / jnp.where(y == 0, 1, y))


def multiply_no_nan(x, y):
    return jnp.where(y == 0, jnp.zeros_like(x), x * y)


def moments(x, axes, keepdims=False):
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    return jnp.mean(x, axis=axes, keepdims=keepdims), jnp.var(x, axis=axes, keepdims=keepdims)


def cummax(x, axis):
    """Running maximum and where it stands."""
    values = jax.lax.cummax(x, axis=axis % x.ndim)
    steps = jnp.arange(x.shape[axis]).reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)])
    return values, jax.lax.cummax(jnp.where(x == values, steps, 0), axis=axis % x.ndim)


def in_top_k(targets, predictions, k):
    wanted = jnp.take_along_axis(predictions, targets[:, None], axis=-1)
    finite = jnp.isfinite(predictions).all(axis=-1)
    return (jnp.sum(predictions > wanted, axis=-1) < k) & finite


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


def with_item(x, index, value):
    """x with x[index] = value."""
    return x.at[index].set(value)


def split(x, sizes, axis=0):
    if isinstance(sizes, int):
        sizes = [sizes] * -(-x.shape[axis] // sizes)
    return jnp.split(x, np.cumsum(sizes)[:-1], axis=axis)


def split_by(x, sizes, axis=0):
    """Into so many parts, or parts of these sizes, as TensorFlow counts."""
    if isinstance(sizes, int):
        sizes = [x.shape[axis] // sizes] * sizes
    return list(jnp.split(x, np.cumsum(np.asarray(sizes))[:-1], axis=axis))


def expand(x, shape):
    """Broadcasts; -1 keeps a size."""
    old = [1] * (len(shape) - x.ndim) + list(x.shape)
    return jnp.broadcast_to(x, [old[k] if size == -1 else size for k, size in enumerate(shape)])


def select(x, axis, index):
    if not -x.shape[axis] <= index < x.shape[axis]:
        raise IndexError(f"index {index} is out of range for a dimension of size {x.shape[axis]}")
    return jnp.take(x, index, axis=axis)


def scatter_places(axis, index):
    """An index of all elements in which the coordinate of one axis is replaced."""
    grid = list(jnp.meshgrid(*[jnp.arange(size) for size in index.shape], indexing="ij"))
    grid[axis] = index
    return tuple(grid)


def scatter(x, axis, index, source):
    values = source if jnp.ndim(source) == 0 else source[tuple(slice(0, n) for n in index.shape)]
    return x.at[scatter_places(axis, index)].set(values)


def scatter_add(x, axis, index, source):
    return x.at[scatter_places(axis, index)].add(source[tuple(slice(0, n) for n in index.shape)])


def index_add(x, axis, index, source):
    return jnp.moveaxis(jnp.moveaxis(x, axis, 0).at[index].add(jnp.moveaxis(source, axis, 0)), 0, axis)


def index_fill(x, axis, index, value):
    return jnp.moveaxis(jnp.moveaxis(x, axis, 0).at[index].set(value), 0, axis)


def gather_nd(x, index):
    return x[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))]


def scatter_nd_update(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].set(jnp.asarray(updates))


def scatter_nd_add(x, index, updates):
    return x.at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].add(jnp.asarray(updates))


def scatter_nd(index, updates, shape):
    updates = jnp.asarray(updates)
    return jnp.zeros(shape, updates.dtype).at[tuple(jnp.moveaxis(jnp.asarray(index), -1, 0))].add(updates)


def sort_with_index(x, axis=-1, descending=False):
    order = jnp.argsort(x, axis=axis, descending=descending, stable=True)
    return jnp.take_along_axis(x, order, axis=axis), order


def topk(x, k, axis=-1, largest=True):
    moved = jnp.moveaxis(x, axis, -1)
    values, index = jax.lax.top_k(moved if largest else -moved, k)
    return jnp.moveaxis(values if largest else -values, -1, axis), jnp.moveaxis(index, -1, axis)


def kthvalue(x, k, axis=-1):
    values, index = sort_with_index(x, axis)
    return jnp.take(values, k - 1, axis=axis), jnp.take(index, k - 1, axis=axis)


def pad(x, paddings, mode="CONSTANT", value=0):
    paddings = np.asarray(paddings).reshape(-1, 2)
    if len(paddings) != x.ndim:
        raise ValueError(f"{len(paddings)} pairs of widths for {x.ndim} dimensions")
    mode = mode.lower()
    return jnp.pad(x, paddings, mode=mode, constant_values=value) if mode == "constant" else jnp.pad(x, paddings, mode=mode)


def pad_last(x, widths, mode="constant", value=0):
    """Pads from the last axis on, as PyTorch counts."""
    if not widths or len(widths) % 2:
        raise ValueError(f"pairs of widths are needed, not {widths}")
    count = len(widths) // 2
    pairs = [(0, 0)] * (x.ndim - count) + [(widths[2 * k], widths[2 * k + 1]) for k in reversed(range(count))]
    if mode == "constant":
        return jnp.pad(x, pairs, constant_values=value)
    return jnp.pad(x, pairs, mode={"replicate": "edge", "circular": "wrap"}.get(mode, mode))


def cholesky(x):
    """Refuses a matrix without a factor, as the others do."""
    factor = jnp.linalg.cholesky(x)
    if not isinstance(factor, jax.core.Tracer) and bool(jnp.isnan(factor).any()):
        raise ValueError("the matrix is not positive definite")
    return factor


def svd_of_tensorflow(x, full=False):
    u, s, v = jnp.linalg.svd(x, full_matrices=full)
    return s, u, jnp.conj(jnp.swapaxes(v, -1, -2))


def singular_values(x):
    return jnp.linalg.svd(x, compute_uv=False)


def band_part(x, lower, upper):
    rows, columns = jnp.arange(x.shape[-2])[:, None], jnp.arange(x.shape[-1])
    kept = ((lower < 0) | (rows - columns <= lower)) & ((upper < 0) | (columns - rows <= upper))
    return jnp.where(kept, x, 0)


def pairwise_distances(x, y):
    return jnp.linalg.norm(jnp.expand_dims(x, -2) - jnp.expand_dims(y, -3), axis=-1)


def nearest_neighbours(points, centers, k):
    distances = jnp.sum(jnp.square(points[:, None, :] - centers[None, :, :]), axis=-1)
    values, index = jax.lax.top_k(-distances, int(k))
    return index, -values


def conv2d(x, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """x: batch, channels, height, width; weight: out, in, height, width."""
    pads = padding.upper() if isinstance(padding, str) else [(size, size) for size in two(padding)]
    out = jax.lax.conv_general_dilated(x, weight, two(stride), pads, rhs_dilation=two(dilation), feature_group_count=groups)
    return out if bias is None else out + bias[:, None, None]


def conv_transpose2d(x, weight, bias=None, stride=1, padding=0, output_padding=0):
    """x: batch, channels, height, width; weight: in, out, height, width."""
    pads = [(k - 1 - p, k - 1 - p + o) for k, p, o in zip(weight.shape[2:], two(padding), two(output_padding))]
    kernel = jnp.flip(jnp.swapaxes(weight, 0, 1), (2, 3))
    out = jax.lax.conv_general_dilated(x, kernel, (1, 1), pads, lhs_dilation=two(stride))
    return out if bias is None else out + bias[:, None, None]


def four(value):
    """The height and width of a window, however TensorFlow was given it."""
    return (value, value) if isinstance(value, int) else tuple(value) if len(value) == 2 else tuple(value)[1:3]


def conv2d_nhwc(x, filters, strides, padding, dilations=1):
    """x: batch, height, width, channels; filters: height, width, in, out."""
    pads = padding if isinstance(padding, str) else [tuple(pair) for pair in padding][1:3]
    return jax.lax.conv_general_dilated(x, filters, four(strides), pads, rhs_dilation=four(dilations),
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def conv1d_nwc(x, filters, stride, padding):
    return conv2d_nhwc(x[:, None], filters[None], (1, stride), padding)[:, 0]


def depthwise_conv2d_nhwc(x, filters, strides, padding):
    channels = filters.shape[2]
    kernel = filters.reshape(filters.shape[0], filters.shape[1], 1, -1)
    return jax.lax.conv_general_dilated(x, kernel, four(strides), padding, feature_group_count=channels,
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def conv2d_transpose_nhwc(x, filters, output_shape, strides, padding="SAME"):
    """The gradient of the convolution that would give x from the output."""
    forward = lambda image: conv2d_nhwc(image, filters, strides, padding)
    return jax.vjp(forward, jnp.zeros(tuple(output_shape), x.dtype))[1](x)[0]


def pooled(x, start, combine, kernel, stride, padding):
    pads = ((0, 0), (0, 0)) + tuple((size, size) for size in two(padding))
    step = two(kernel if stride is None else stride)
    return jax.lax.reduce_window(x, start, combine, (1, 1) + two(kernel), (1, 1) + step, pads)


def max_pool2d(x, kernel, stride=None, padding=0):
    """x: batch, channels, height, width."""
    return pooled(x, -jnp.inf, jax.lax.max, kernel, stride, padding)


def avg_pool2d(x, kernel, stride=None, padding=0, include=True):
    """x: batch, channels, height, width."""
    total = pooled(x, 0.0, jax.lax.add, kernel, stride, padding)
    if include:
        return total / math.prod(two(kernel))
    return total / pooled(jnp.ones_like(x), 0.0, jax.lax.add, kernel, stride, padding)


def max_pool2d_nhwc(x, ksize, strides, padding):
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1,) + four(ksize) + (1,), (1,) + four(strides) + (1,), padding)


def avg_pool2d_nhwc(x, ksize, strides, padding):
    total = lambda y: jax.lax.reduce_window(y, 0.0, jax.lax.add, (1,) + four(ksize) + (1,), (1,) + four(strides) + (1,), padding)
    return total(x) / total(jnp.ones_like(x))


def max_pool_with_argmax_nhwc(x, ksize, strides, padding):
    """Maxima of windows that are not padded, and their places in each image."""
    (height, width), (down, right) = four(ksize), four(strides)
    rows = [range(a, a + height) for a in range(0, x.shape[1] - height + 1, down)]
    columns = [range(b, b + width) for b in range(0, x.shape[2] - width + 1, right)]
    places = jnp.asarray([[[r * x.shape[2] + c for r in row for c in column] for column in columns] for row in rows])
    windows = x.reshape(x.shape[0], -1, x.shape[3])[:, places, :]
    best = jnp.argmax(windows, axis=3)
    index = jnp.take_along_axis(places[None, :, :, :, None], best[:, :, :, None, :], axis=3)[:, :, :, 0]
    return jnp.max(windows, axis=3), index * x.shape[3] + jnp.arange(x.shape[3])


def adaptive_max_pool2d(x, size):
    """Maxima and their places in the flattened image."""
    height, width = two(size)
    places = jnp.broadcast_to(jnp.arange(x.shape[2] * x.shape[3]).reshape(1, 1, x.shape[2], x.shape[3]), x.shape)
    values, index = [], []
    for a, b in adaptive_windows(x.shape[2], height):
        for c, d in adaptive_windows(x.shape[3], width):
            window = x[:, :, a:b, c:d].reshape(x.shape[0], x.shape[1], -1)
            best = jnp.argmax(window, axis=-1, keepdims=True)
            values.append(jnp.take_along_axis(window, best, axis=-1)[..., 0])
            index.append(jnp.take_along_axis(places[:, :, a:b, c:d].reshape(window.shape), best, axis=-1)[..., 0])
    shape = (x.shape[0], x.shape[1], height, width)
    return jnp.stack(values, axis=-1).reshape(shape), jnp.stack(index, axis=-1).reshape(shape)


def batch_normalization(x, mean, variance, offset, scale, eps):
    factor = 1.0 / jnp.sqrt(variance + eps) * (1.0 if scale is None else scale)
    return x * factor + ((0.0 if offset is None else offset) - mean * factor)


def l2_normalize(x, axis=None, eps=1e-12):
    return x / jnp.sqrt(jnp.maximum(jnp.sum(jnp.square(x), axis=axis, keepdims=True), eps))


def pixel_shuffle(x, k):
    batch, channels, height, width = x.shape
    parts = x.reshape(batch, channels // (k * k), k, k, height, width)
    return parts.transpose(0, 1, 4, 2, 5, 3).reshape(batch, -1, height * k, width * k)


def interpolate(x, size=None, scale=None, mode="nearest", align=None):
    """x: batch, channels, and one or two more axes."""
    for axis in range(2, x.ndim):
        old = x.shape[axis]
        factor = scale if scale is None or isinstance(scale, (int, float)) else scale[axis - 2]
        new = int(old * factor) if size is None else size if isinstance(size, int) else size[axis - 2]
        places = np.arange(new)
        if mode == "nearest":
            x = jnp.take(x, np.minimum((places * (old / new)).astype(int), old - 1), axis=axis)
            continue
        where = places * (old - 1) / max(new - 1, 1) if align else np.maximum((places + 0.5) * old / new - 0.5, 0.0)
        low = np.minimum(where.astype(int), old - 1)
        high = np.minimum(low + 1, old - 1)
        part = jnp.asarray((where - low).reshape([-1 if k == axis else 1 for k in range(x.ndim)]), dtype=x.dtype)
        x = jnp.take(x, low, axis=axis) * (1 - part) + jnp.take(x, high, axis=axis) * part
    return x


def attention(query, key, value, mask=None, causal=False):
    scores = query @ jnp.swapaxes(key, -1, -2) / math.sqrt(query.shape[-1])
    if causal:
        mask = jnp.tril(jnp.ones(scores.shape[-2:], dtype=bool))
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf) if mask.dtype == bool else scores + mask
    return jax.nn.softmax(scores, axis=-1) @ value


def class_terms(log_probabilities, target, weight, ignore):
    """Losses and weights per sample; classes stand in axis 1."""
    if log_probabilities.ndim > 2:
        log_probabilities = jnp.moveaxis(log_probabilities, 1, -1)
    kept = target != ignore
    safe = jnp.where(kept, target, 0)
    weight = jnp.ones(log_probabilities.shape[-1], log_probabilities.dtype) if weight is None else weight
    weights = weight[safe] * kept
    picked = jnp.take_along_axis(log_probabilities, safe[..., None], axis=-1)[..., 0]
    smooth = -jnp.sum(log_probabilities * weight, axis=-1) * kept
    return -picked * weights, weights, smooth / log_probabilities.shape[-1]


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    axis = 1 if x.ndim > 1 else 0
    logs = jax.nn.log_softmax(x, axis=axis)
    if jnp.issubdtype(target.dtype, jnp.floating):
        target = target * (1.0 - smoothing) + smoothing / x.shape[axis]
        losses = -jnp.sum(logs * target * (1.0 if weight is None else weight), axis=axis)
        return reduced(losses, reduction)
    losses, weights, smooth = class_terms(logs, target, weight, ignore)
    losses = (1.0 - smoothing) * losses + smoothing * smooth
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def sigmoid_cross_entropy(labels, logits):
    return jnp.maximum(logits, 0) - logits * labels + jnp.log1p(jnp.exp(-jnp.abs(logits)))


def softmax_cross_entropy(labels, logits):
    return -jnp.sum(labels * jax.nn.log_softmax(logits, axis=-1), axis=-1)


def sparse_softmax_cross_entropy(labels, logits):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits, axis=-1), labels[..., None], axis=-1)[..., 0]


def binary_cross_entropy_with_logits(x, target, reduction="mean"):
    return reduced(jnp.maximum(x, 0) - x * target + jnp.log1p(jnp.exp(-jnp.abs(x))), reduction)


def weighted_loss(losses, kept, weight, reduction):
    """Keras' reductions over samples that count."""
    losses = losses * kept if weight is None else losses * kept * weight
    if reduction == "sum":
        return jnp.sum(losses)
    return losses if reduction in (None, "none") else jnp.sum(losses) / losses.size


class SparseCategoricalCrossentropy:
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size"):
        self.from_logits, self.ignore_class, self.reduction = from_logits, ignore_class, reduction

    def __call__(self, target, x, sample_weight=None):
        logs = jax.nn.log_softmax(x, axis=-1) if self.from_logits else jnp.log(jnp.clip(x / jnp.sum(x, -1, keepdims=True), 1e-7, 1 - 1e-7))
        kept = jnp.ones(target.shape, bool) if self.ignore_class is None else target != self.ignore_class
        picked = jnp.take_along_axis(logs, jnp.where(kept, target, 0)[..., None], axis=-1)[..., 0]
        return weighted_loss(-picked, kept, sample_weight, self.reduction)


class CategoricalCrossentropy:
    def __init__(self, from_logits=False, label_smoothing=0.0, reduction="sum_over_batch_size"):
        self.from_logits, self.label_smoothing, self.reduction = from_logits, label_smoothing, reduction

    def __call__(self, target, x, sample_weight=None):
        logs = jax.nn.log_softmax(x, axis=-1) if self.from_logits else jnp.log(jnp.clip(x / jnp.sum(x, -1, keepdims=True), 1e-7, 1 - 1e-7))
        target = target * (1.0 - self.label_smoothing) + self.label_smoothing / x.shape[-1]
        return weighted_loss(-jnp.sum(target * logs, axis=-1), 1.0, sample_weight, self.reduction)


def initial_weights(shape, bound):
    """Weights that nobody chose."""
    return np.random.RandomState(0).uniform(-bound, bound, shape).astype("float32")


class Module:
    """What a model is made of: called, it gives what forward gives."""

    def __init__(self):
        self.training = True

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    def parts(self):
        for value in vars(self).values():
            yield from (one for one in (value if isinstance(value, (list, tuple)) else [value]))

    def train(self, mode=True):
        for part in Module.parts(self):
            if isinstance(part, Module):
                part.train(mode)
        self.training = mode
        return self

    def eval(self):
        return self.train(False)

    def parameters(self):
        own = [part for part in Module.parts(self) if isinstance(part, jax.Array)]
        return own + [p for part in Module.parts(self) if isinstance(part, Module) for p in part.parameters()]


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
        self.weight = jnp.asarray(initial_weights((out_features, in_features), bound))
        self.bias = jnp.asarray(initial_weights((out_features,), bound)) if bias else None

    def forward(self, x):
        out = x @ self.weight.T
        return out if self.bias is None else out + self.bias


class Conv2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = jnp.asarray(initial_weights(shape, bound))
        self.bias = jnp.asarray(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv2d(x, self.weight, self.bias, *self.options)


class Conv1d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups, kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = jnp.asarray(initial_weights(shape, bound))
        self.bias = jnp.asarray(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv1d(x, self.weight, self.bias, *self.options)


class ConvTranspose2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0):
        super().__init__()
        shape = (in_channels, out_channels) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = jnp.asarray(initial_weights(shape, bound))
        self.bias = jnp.asarray(initial_weights((out_channels,), bound))
        self.options = (stride, padding, output_padding)

    def forward(self, x):
        return conv_transpose2d(x, self.weight, self.bias, *self.options)


class BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1):
        super().__init__()
        self.weight, self.bias = jnp.ones(num_features), jnp.zeros(num_features)
        self.running_mean, self.running_var = jnp.zeros(num_features), jnp.ones(num_features)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        out = batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.eps)
        if self.training and not isinstance(x, jax.core.Tracer):
            axes, old = tuple(k for k in range(x.ndim) if k != 1), 1.0 - self.momentum
            self.running_mean = old * self.running_mean + self.momentum * jnp.mean(x, axis=axes)
            self.running_var = old * self.running_var + self.momentum * jnp.var(x, axis=axes, ddof=1)
        return out

    def parameters(self):
        return [self.weight, self.bias]


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05):
        super().__init__()
        self.shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight, self.bias = jnp.asarray(jnp.ones(self.shape)), jnp.asarray(jnp.zeros(self.shape))
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.shape, self.weight, self.bias, self.eps)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05):
        super().__init__()
        self.weight, self.bias = jnp.asarray(jnp.ones(num_channels)), jnp.asarray(jnp.zeros(num_channels))
        self.groups, self.eps = num_groups, eps

    def forward(self, x):
        return group_norm(x, self.groups, self.weight, self.bias, self.eps)


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.weight = jnp.asarray(initial_weights((num_embeddings, embedding_dim), 1.0))

    def forward(self, x):
        return self.weight[x]


class Cell(Module):
    """The weights that recurrent cells share; `gates` parts each."""

    def __init__(self, input_size, hidden_size, gates):
        super().__init__()
        bound = 1.0 / math.sqrt(hidden_size)
        draw = lambda *shape: jnp.asarray(initial_weights(shape, bound))
        self.weight_ih, self.weight_hh = draw(gates * hidden_size, input_size), draw(gates * hidden_size, hidden_size)
        self.bias_ih, self.bias_hh = draw(gates * hidden_size), draw(gates * hidden_size)
        self.hidden_size = hidden_size

    def parts(self, x, h, count):
        a = jnp.split(x @ self.weight_ih.T + self.bias_ih, count, axis=-1)
        b = jnp.split(h @ self.weight_hh.T + self.bias_hh, count, axis=-1)
        return a, b


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 1)

    def forward(self, x, h=None):
        h = jnp.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 1)
        return jnp.tanh(a[0] + b[0])


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 3)

    def forward(self, x, h=None):
        h = jnp.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 3)
        reset, update = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        new = jnp.tanh(a[2] + reset * b[2])
        return (1.0 - update) * new + update * h


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 4)

    def forward(self, x, state=None):
        zeros = jnp.zeros([x.shape[0], self.hidden_size])
        h, c = (zeros, zeros) if state is None else state
        a, b = self.parts(x, h, 4)
        i, f, o = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1]), jax.nn.sigmoid(a[3] + b[3])
        c = f * c + i * jnp.tanh(a[2] + b[2])
        return o * jnp.tanh(c), c


class Recurrent(Module):
    """Layers of cells, one over the other, from the first step to the last."""

    def __init__(self, cell, input_size, hidden_size, num_layers=1, batch_first=False):
        super().__init__()
        self.cells = [cell(hidden_size if k else input_size, hidden_size) for k in range(num_layers)]
        self.hidden_size, self.batch_first = hidden_size, batch_first

    def forward(self, x, state=None):
        x = jnp.swapaxes(x, 0, 1) if self.batch_first else x
        zeros = jnp.zeros([len(self.cells), x.shape[1], self.hidden_size])
        pairs = isinstance(self.cells[0], LSTMCell)
        state = ((zeros, zeros) if pairs else zeros) if state is None else state
        out, last = x, []
        for k, cell in enumerate(self.cells):
            now, steps = (state[0][k], state[1][k]) if pairs else state[k], []
            for t in range(out.shape[0]):
                now = cell(out[t], now)
                steps.append(now[0] if pairs else now)
            out = jnp.stack(steps)
            last.append(now)
        last = tuple(jnp.stack(part) for part in zip(*last)) if pairs else jnp.stack(last)
        return (jnp.swapaxes(out, 0, 1) if self.batch_first else out), last


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
    return Stateless(jax.nn.relu)


def ReLU6():
    return Stateless(jax.nn.relu6)


def Sigmoid():
    return Stateless(jax.nn.sigmoid)


def Tanh():
    return Stateless(jnp.tanh)


def GELU():
    return Stateless(lambda x: jax.nn.gelu(x, approximate=False))


def SiLU():
    return Stateless(jax.nn.silu)


def Softplus():
    return Stateless(jax.nn.softplus)


def Identity():
    return Stateless(lambda x: x)


def ELU(alpha=1.0):
    return Stateless(lambda x: jax.nn.elu(x, alpha))


def LeakyReLU(slope=0.01):
    return Stateless(lambda x: jax.nn.leaky_relu(x, negative_slope=slope))


def Softmax(axis):
    return Stateless(lambda x: jax.nn.softmax(x, axis=axis))


def LogSoftmax(axis):
    return Stateless(lambda x: jax.nn.log_softmax(x, axis=axis))


def Flatten():
    return Stateless(lambda x: jnp.reshape(x, [x.shape[0], -1]))


def MaxPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: max_pool2d(x, kernel_size, stride, padding))


def AvgPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: avg_pool2d(x, kernel_size, stride, padding))


def AdaptiveAvgPool2d(output_size):
    return Stateless(lambda x: adaptive_avg_pool2d(x, output_size))


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


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        return x * (np.random.random_sample(x.shape) >= self.p) / (1.0 - self.p) if self.training else x


class Optimizer:
    """What all optimisers share: gradients go to `change`, which tells how far a value moves."""

    def __init__(self, lr, weight_decay=0.0):
        self.lr, self.weight_decay, self.steps, self.memory = lr, weight_decay, 0, {}

    def step(self, values, gradients):
        self.steps, values = self.steps + 1, list(values)
        for k, gradient in enumerate(gradients):
            new = values[k] - self.change(k, values[k], gradient + self.weight_decay * values[k])
            values[k] = new
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
        size = jnp.sqrt(second / (1.0 - b ** self.steps)) + self.eps
        return self.lr * self.decay * value + self.lr * first / (1.0 - a ** self.steps) / size


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Adam(lr, betas, eps, weight_decay, True)


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: jax.value_and_grad(function, argnums)(*inputs)[::-1]


def equal(x, y):
    """Whether both have the same shape and elements."""
    return x.shape == y.shape and bool(jnp.all(x == y))


def assert_near(x, y, rtol=None, atol=None):
    np.testing.assert_allclose(x, y, rtol=1e-6 if rtol is None else rtol, atol=1e-6 if atol is None else atol)


def check_numerics(x, message):
    if not bool(jnp.isfinite(x).all()):
        raise ValueError(message)
    return x


def Hardswish():
    return Stateless(jax.nn.hard_swish)


def while_loop_of(condition, body, values):
    as_list = lambda given: list(given) if isinstance(given, (list, tuple)) else [given]
    return as_list(jax.lax.while_loop(lambda now: condition(*now), lambda now: as_list(body(*now)), as_list(values)))


def clip_by_global_norm(tensors, limit):
    norm = jnp.sqrt(sum(jnp.sum(jnp.square(one)) for one in tensors))
    return [one * limit / jnp.maximum(norm, limit) for one in tensors], norm


def keras_activation(given):
    """A function by Keras' name for it."""
    if callable(given):
        return given
    named = {"relu": jax.nn.relu, "sigmoid": jax.nn.sigmoid, "tanh": jnp.tanh, "softmax": jax.nn.softmax,
             "gelu": lambda x: jax.nn.gelu(x, approximate=False), "elu": jax.nn.elu, "selu": jax.nn.selu,
             "softplus": jax.nn.softplus, "silu": jax.nn.silu, "swish": jax.nn.silu}
    return (lambda x: x) if given in (None, "linear") else named[given]


class KerasLayer(Module):
    """A layer that is built when it is first called."""

    built = False

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        known = {"zeros": np.zeros, "ones": np.ones}.get(initializer, lambda size: initial_weights(size, 0.05))
        value = known(shape).astype("float32")
        return jnp.asarray(value, dtype=dtype)

    def trained(self):
        """Where its weights are kept, in Keras' order."""
        names = ("kernel", "embeddings", "gamma", "bias", "beta")
        return [(self, name) for name in names if getattr(self, name, None) is not None]

    def get_weights(self):
        return [np.asarray(getattr(*place)) for place in self.trained()]

    def __call__(self, x, *rest, **options):
        x = x if isinstance(x, (list, tuple)) else jnp.asarray(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, training=False):
        return self.function(x)


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.learning_rate, self.iterations, self.memory = learning_rate, 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]


class KerasSGD(KerasOptimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False):
        super().__init__(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov

    def change(self, k, gradient):
        move = -self.learning_rate * gradient
        if not self.momentum:
            return move
        self.memory[k] = self.momentum * self.memory.get(k, 0.0) + move
        return self.momentum * self.memory[k] + move if self.nesterov else self.memory[k]


class KerasAdam(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        first, second = self.memory.get(k, (0.0, 0.0))
        first = first + (gradient - first) * (1.0 - self.beta_1)
        second = second + (gradient * gradient - second) * (1.0 - self.beta_2)
        self.memory[k] = first, second
        rate = self.learning_rate * math.sqrt(1.0 - self.beta_2 ** self.iterations) / (1.0 - self.beta_1 ** self.iterations)
        return -rate * first / (jnp.sqrt(second) + self.epsilon)


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: jnp.mean((p - y) ** 2)), (lambda y, p: jnp.mean(jnp.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


class KerasSequential(KerasLayer):
    def __init__(self, layers=()):
        super().__init__()
        self.layers = list([layer for layer in layers or () if layer is not None])

    def add(self, layer):
        if layer is not None:
            self.layers.append(layer)

    def forward(self, x, training=False):
        for layer in self.layers:
            x = layer(x, training=training) if isinstance(layer, KerasLayer) else layer(x)
        return x

    def compile(self, optimizer="rmsprop", loss=None):
        self.optimizer, self.loss = keras_optimizer(optimizer), keras_loss(loss)

    def fit(self, x, y, epochs=1, batch_size=32, verbose=0, shuffle=True):
        """Batches in their order: shuffled ones are the same only where there is one."""
        x, y, losses = jnp.asarray(x), jnp.asarray(y), []
        self(x[:1])
        places = [place for layer in self.layers for place in layer.trained()]

        def loss_of(values, inputs, targets):
            for (layer, name), value in zip(places, values):
                setattr(layer, name, value)
            return self.loss(targets, self(inputs, training=True))

        for _ in range(epochs):
            total = 0.0
            for at in range(0, len(x), batch_size):
                inputs, values = x[at:at + batch_size], [getattr(*place) for place in places]
                loss, gradients = jax.value_and_grad(loss_of)(values, inputs, y[at:at + batch_size])
                for (layer, name), value in zip(places, self.optimizer.step(values, gradients)):
                    setattr(layer, name, value)
                total += float(loss) * len(inputs)
            losses.append(total / len(x))
        return types.SimpleNamespace(history={"loss": losses})

    def evaluate(self, x, y, verbose=0):
        return float(self.loss(jnp.asarray(y), self(x)))

    def predict(self, x, verbose=0):
        return np.asarray(self(x))


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, keras_activation(activation), use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype)
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype) if self.use_bias else None

    def forward(self, x, training=False):
        out = jnp.matmul(x, self.kernel)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasConv2D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides = filters, four(kernel_size), strides
        self.padding, self.dilation_rate = padding.upper(), dilation_rate
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(x, self.kernel, self.strides, self.padding, self.dilation_rate)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasBatchNormalization(KerasLayer):
    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)

    def forward(self, x, training=False):
        mean, variance = self.moving_mean, self.moving_variance
        if training:
            axes = tuple(range(x.ndim - 1))
            mean, variance = jnp.mean(x, axis=axes), jnp.var(x, axis=axes)
            if not isinstance(x, jax.core.Tracer):
                self.moving_mean = self.momentum * self.moving_mean + (1.0 - self.momentum) * mean
                self.moving_variance = self.momentum * self.moving_variance + (1.0 - self.momentum) * variance
        return (x - mean) / jnp.sqrt(variance + self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        centred = x - jnp.mean(x, axis=-1, keepdims=True)
        return centred * jax.lax.rsqrt(jnp.var(x, axis=-1, keepdims=True) + self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.embeddings = self.add_weight((input_dim, output_dim))

    def forward(self, x, training=False):
        return self.embeddings[x]


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(lambda x: x.reshape(x.shape[0], -1))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: jnp.mean(x, axis=(1, 2)))


def KerasReLU():
    return KerasFunction(keras_activation("relu"))


def KerasSoftmax():
    return KerasFunction(keras_activation("softmax"))
