"""Helpers of programs that are carried to PyTorch: functions of elements and reductions."""
import functools

import numpy as np
import torch


def cbrt(x):
    return torch.sign(x) * torch.pow(torch.abs(x), 1.0 / 3.0)


def squared_difference(x, y):
    return torch.square(x - y)


def divide_no_nan(x, y):
    return torch.where(y == 0, torch.zeros_like(x), x / torch.where(y == 0, 1, y))


def multiply_no_nan(x, y):
    return torch.where(y == 0, torch.zeros_like(x), x * y)


def polyval(coefficients, x):
    """Horner's scheme, from the highest power down."""
    x = torch.as_tensor(x)
    value = torch.zeros_like(x)
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def nan_max(x):
    kept = torch.where(torch.isnan(x), float("-inf"), x)
    return torch.where(torch.isnan(x).all(), float("nan"), kept.max())


def filled(shape, value):
    if isinstance(value, (bool, int, float, complex)):
        kind = {bool: torch.bool, int: torch.int32, float: torch.float32, complex: torch.complex64}[type(value)]
        return torch.full(tuple(shape), value, dtype=kind)
    return torch.as_tensor(value).expand(tuple(shape)).clone()


def imaginary_part(x):
    return x.imag if x.is_complex() else torch.zeros_like(x)


def cho_factor(x, lower=False):
    return torch.linalg.cholesky(x, upper=not lower), lower


def set_difference(x, y, assume_unique=False):
    x = x.flatten() if assume_unique else torch.unique(x)
    return x[~torch.isin(x, y)]


def standardize(x, axis=-1, eps=1e-05):
    if axis in (-1, x.ndim - 1):
        return torch.nn.functional.layer_norm(x, x.shape[-1:], eps=eps)
    mean, variance = torch.mean(x, dim=axis, keepdim=True), torch.var(x, dim=axis, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps)


def as_tensors(tree):
    """Numbers in a structure as tensors: others cannot be derived by."""
    if isinstance(tree, dict):
        return {key: as_tensors(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(as_tensors(value) for value in tree)
    return torch.tensor(tree) if isinstance(tree, float) else tree


def divide_alike(x, y):
    """Integers by integers give integers."""
    whole = not (x.is_floating_point() or x.is_complex())
    return torch.div(x, y, rounding_mode="trunc") if whole else torch.div(x, y)


def cumulative_sum(x, axis=0, exclusive=False, reverse=False):
    """Running sums, each without its own element, or from the end on."""
    axis = int(axis)
    x = torch.flip(x, (axis,)) if reverse else x
    total = torch.cumsum(x, dim=axis, dtype=x.dtype)
    total = total - x if exclusive else total
    return torch.flip(total, (axis,)) if reverse else total


def is_non_decreasing(x):
    x = x.flatten()
    return torch.all(x[1:] >= x[:-1])


def clip_by_norm(x, limit):
    """As a matrix of one row."""
    return torch.renorm(x.reshape(1, -1), 2, 0, max(float(limit), 0.0)).reshape(x.shape)


def shaped(x, shape, dtype=None):
    """One value everywhere, or as many as there are places, in their order."""
    x = torch.as_tensor(x, dtype=dtype)
    return x.expand(tuple(shape)).clone() if x.numel() == 1 else x.reshape(tuple(shape)).clone()


def type_name(dtype):
    """float32 of torch.float32, as numpy calls it."""
    return str(dtype).removeprefix("torch.")


def type_limits(dtype):
    return torch.finfo(dtype) if dtype.is_floating_point else torch.iinfo(dtype)


def round_away(x):
    """Halves away from zero."""
    return torch.trunc(x + torch.copysign(torch.full_like(x, 0.5), x))


def clamp_between(x, low, high):
    low, high = torch.as_tensor(low, dtype=x.dtype), torch.as_tensor(high, dtype=x.dtype)
    return torch.minimum(torch.maximum(x, low), high)


def modf(x):
    return torch.frac(x), torch.trunc(x)


def saturate_cast(x, dtype):
    """What is beyond the type becomes its end; fractions are dropped."""
    x = torch.as_tensor(x)
    if dtype.is_floating_point or dtype.is_complex:
        return x.to(dtype)
    ends = torch.iinfo(dtype)
    return torch.clamp(x.double() if x.is_floating_point() else x.long(), ends.min, ends.max).to(dtype)


def all_axes(x, axis):
    return tuple(range(x.ndim)) if axis is None else axis


def max_from(x, initial, axis=None, keepdims=False, where=None):
    """The greatest of all and a first value, which an empty tensor has alone."""
    initial = torch.as_tensor(initial, dtype=x.dtype)
    x = x if where is None else torch.where(where, x, initial)
    shape = torch.sum(x, dim=all_axes(x, axis), keepdim=keepdims).shape
    if x.numel() == 0:
        return initial.expand(shape).clone()
    return torch.maximum(torch.amax(x, dim=all_axes(x, axis), keepdim=keepdims), initial)


def min_from(x, initial, axis=None, keepdims=False, where=None):
    initial = torch.as_tensor(initial, dtype=x.dtype)
    x = x if where is None else torch.where(where, x, initial)
    shape = torch.sum(x, dim=all_axes(x, axis), keepdim=keepdims).shape
    if x.numel() == 0:
        return initial.expand(shape).clone()
    return torch.minimum(torch.amin(x, dim=all_axes(x, axis), keepdim=keepdims), initial)


def mean_where(x, where, axis=None, keepdims=False):
    count = torch.sum(torch.broadcast_to(where, x.shape), dim=all_axes(x, axis), keepdim=keepdims)
    return torch.sum(torch.where(where, x, 0), dim=all_axes(x, axis), keepdim=keepdims) / count


def nan_extreme(x, axis, keepdims, extreme, least):
    """NaN only where there is nothing else."""
    kept = extreme(torch.where(torch.isnan(x), least, x), dim=axis, keepdim=keepdims)
    return torch.where(torch.isnan(x).all(dim=axis, keepdim=keepdims), float("nan"), kept)


def nan_argument(x, greatest, axis=None):
    x, axis = (x.flatten(), 0) if axis is None else (x, axis)
    kept = torch.where(torch.isnan(x), float("-inf") if greatest else float("inf"), x)
    place = torch.argmax(kept, dim=axis) if greatest else torch.argmin(kept, dim=axis)
    return torch.where(torch.isnan(x).all(dim=axis), -1, place)


def quantile(x, q, axis=None, keepdims=False, method="linear"):
    x = x if x.is_floating_point() else x.to(torch.float32)
    return torch.quantile(x, torch.as_tensor(q, dtype=x.dtype), dim=axis, keepdim=keepdims, interpolation=method)


def percentile(x, q, axis=None, keepdims=False, method="linear"):
    x = x if x.is_floating_point() else x.to(torch.float32)
    return quantile(x, torch.as_tensor(q, dtype=x.dtype) / 100, axis, keepdims, method)


def nan_variance(x, axis=None, correction=0, keepdims=False):
    axes, kept = all_axes(x, axis), ~torch.isnan(x)
    centred = torch.where(kept, x - torch.nanmean(x, dim=axes, keepdim=True), 0)
    return torch.sum(torch.square(centred), dim=axes, keepdim=keepdims) / (torch.sum(kept, dim=axes, keepdim=keepdims) - correction)


def average(x, axis=None, weights=None):
    x = x if x.is_floating_point() or x.is_complex() else x.to(torch.float32)
    if weights is None:
        return torch.mean(x, dim=all_axes(x, axis))
    weights = torch.as_tensor(weights, dtype=x.dtype)
    if weights.shape != x.shape:
        weights = weights.reshape([-1 if k == axis % x.ndim else 1 for k in range(x.ndim)]).expand(x.shape)
    return torch.sum(x * weights, dim=all_axes(x, axis)) / torch.sum(weights, dim=all_axes(x, axis))


def running(function, x, axis=0, reverse=False):
    """Running results in x's own type, from the end on where they are reversed."""
    total = function(torch.flip(x, (axis,)) if reverse else x, dim=axis)
    total = (total if isinstance(total, torch.Tensor) else total.values).to(x.dtype)
    return torch.flip(total, (axis,)) if reverse else total


def histogram(x, bins=10, range=None, weights=None):
    """Counts between edges; the last one belongs to them."""
    x = torch.as_tensor(x).flatten()
    x = x if x.is_floating_point() else x.to(torch.float32)
    weights = None if weights is None else torch.as_tensor(weights, dtype=x.dtype).flatten()
    if not isinstance(bins, int):
        return torch.histogram(x, torch.as_tensor(bins, dtype=x.dtype), weight=weights)
    low, high = (x.min().item(), x.max().item()) if range is None else [float(end) for end in range]
    low, high = (low - 0.5, high + 0.5) if low == high else (low, high)
    return torch.histogram(x, bins, range=(low, high), weight=weights)


def digitize(x, sequence, right=False):
    """The bin of each number, of edges that rise or fall."""
    sequence = torch.as_tensor(sequence)
    if len(sequence) > 1 and sequence[-1] < sequence[0]:
        return len(sequence) - torch.searchsorted(torch.flip(sequence, (0,)), x, right=not right)
    return torch.searchsorted(sequence, x, right=not right)


def interpolated(x, points, values, left=None, right=None):
    """On the lines between points, and level beyond them."""
    x, points, values = [torch.as_tensor(one) for one in (x, points, values)]
    kind = torch.promote_types(torch.promote_types(x.dtype, points.dtype), torch.promote_types(values.dtype, torch.float32))
    x, points, values = x.to(kind), points.to(kind), values.to(kind)
    at = torch.clamp(torch.searchsorted(points, x, right=True), 1, len(points) - 1)
    low, step = points[at - 1], points[at] - points[at - 1]
    part = torch.where(step == 0, values[at], values[at - 1] + (x - low) / torch.where(step == 0, 1, step) * (values[at] - values[at - 1]))
    part = torch.where(x < points[0], values[0] if left is None else left, part)
    return torch.where(x > points[-1], values[-1] if right is None else right, part)


def count_nonzero(x, axis=None, keepdims=False, dtype=torch.int64):
    x = torch.as_tensor(x)
    axes = all_axes(x, axis)
    out = torch.count_nonzero(x, dim=axes)
    for one in sorted([k % x.ndim for k in ((axes,) if isinstance(axes, int) else axes)] if keepdims else []):
        out = out.unsqueeze(one)
    return out.to(dtype)


def cumulative_product(x, axis=0, exclusive=False, reverse=False):
    """Running products, each without its own element, or from the end on."""
    x, axis = torch.as_tensor(x), int(axis)
    x = torch.flip(x, (axis,)) if reverse else x
    if exclusive:
        x = torch.cat([torch.ones_like(x.narrow(axis, 0, 1)), x.narrow(axis, 0, x.shape[axis] - 1)], dim=axis)
    total = torch.cumprod(x, dim=axis, dtype=x.dtype)
    return torch.flip(total, (axis,)) if reverse else total


def confusion_matrix(labels, predictions, count=None):
    labels, predictions = torch.as_tensor(labels).long(), torch.as_tensor(predictions).long()
    count = int(max(labels.max(), predictions.max())) + 1 if count is None else count
    return torch.bincount(labels * count + predictions, minlength=count * count).reshape(count, count).to(torch.int32)


def linspace_open(start, end, num=50, endpoint=True, dtype=None):
    dtype = dtype or torch.float32
    if endpoint:
        return torch.linspace(start, end, num, dtype=dtype)
    return torch.linspace(start, start + (end - start) * (num - 1) / num, num, dtype=dtype) if num > 1 else torch.full((num,), start, dtype=dtype)


def geomspace(start, end, num=50):
    return torch.logspace(float(np.log10(start)), float(np.log10(end)), num)


def ensure_shape(x, shape):
    if len(shape) != x.ndim or any(want is not None and want != size for want, size in zip(shape, x.shape)):
        raise ValueError(f"a tensor of shape {tuple(x.shape)} where {tuple(shape)} is wanted")
    return x


def tensor_of(x, dtype=None):
    """Of a list that holds tensors, which keep their gradients."""
    if isinstance(x, torch.Tensor):
        return x.clone() if dtype is None else x.clone().to(dtype)
    if not isinstance(x, (list, tuple)) or not any(isinstance(one, (torch.Tensor, list, tuple)) for one in x):
        return torch.tensor(x, dtype=dtype)
    parts = [tensor_of(one, dtype) for one in x]
    kind = functools.reduce(torch.promote_types, [part.dtype for part in parts])
    return torch.stack([part.to(kind) for part in parts])


def slopes(x):
    """Along each axis; of a vector they are not a list."""
    parts = torch.gradient(x)
    return parts[0] if len(parts) == 1 else list(parts)
