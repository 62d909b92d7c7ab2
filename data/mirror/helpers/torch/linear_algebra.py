"""Helpers of programs that are carried to PyTorch: matrices."""
import torch


def cho_solve(factor_and_lower, y):
    factor, lower = factor_and_lower
    columns = y[:, None] if y.ndim == 1 else y
    return torch.cholesky_solve(columns, factor, upper=not lower).reshape(y.shape)


def cholesky(x):
    """NaN where the matrix has no factor, as in JAX."""
    factor, failed = torch.linalg.cholesky_ex(x)
    return torch.where((failed != 0)[..., None, None], torch.full_like(factor, float("nan")), factor)


def svd_of_tensorflow(x, full=False):
    u, s, v = torch.linalg.svd(x, full_matrices=full)
    return s, u, v.mH


def band_part(x, lower, upper):
    rows, columns = torch.arange(x.shape[-2])[:, None], torch.arange(x.shape[-1])
    kept = ((rows - columns <= lower) | (lower < 0)) & ((columns - rows <= upper) | (upper < 0))
    return torch.where(kept, x, 0)


def nearest_neighbours(points, centers, k):
    distances = torch.sum(torch.square(points[:, None, :] - centers[None, :, :]), dim=-1)
    values, index = torch.topk(distances, int(k), largest=False)
    return index, values


def matrix_solve(x, y, adjoint=False):
    return torch.linalg.solve(x.mH if adjoint else x, y)


def matrix_inverse(x, adjoint=False):
    return torch.linalg.inv(x.mH if adjoint else x)
