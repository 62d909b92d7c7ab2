"""Helpers of programs that are carried to PyTorch: functions of elements and reductions."""
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
    return torch.as_tensor(value).expand(tuple(shape)).clone()


def imaginary_part(x):
    return x.imag if x.is_complex() else torch.zeros_like(x)


def cho_factor(x, lower=False):
    return torch.linalg.cholesky(x, upper=not lower), lower


def set_difference(x, y, assume_unique=False):
    x = x.flatten() if assume_unique else torch.unique(x)
    return x[~torch.isin(x, y)]


def standardize(x, axis=-1, eps=1e-05):
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
    limit = torch.clamp(torch.as_tensor(limit, dtype=x.dtype), min=0)
    return x * limit / torch.maximum(torch.linalg.vector_norm(x), limit)


def shaped(x, shape, dtype=None):
    """One value everywhere, or as many as there are places, in their order."""
    x = torch.as_tensor(x, dtype=dtype)
    return x.expand(tuple(shape)).clone() if x.numel() == 1 else x.reshape(tuple(shape)).clone()
