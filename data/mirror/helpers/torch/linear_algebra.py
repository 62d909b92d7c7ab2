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
    lower, upper = int(lower), int(upper)
    x = x if lower < 0 else torch.triu(x, -lower)
    return x if upper < 0 else torch.tril(x, upper)


def nearest_neighbours(points, centers, k):
    distances = torch.sum(torch.square(points[:, None, :] - centers[None, :, :]), dim=-1)
    values, index = torch.topk(distances, int(k), largest=False)
    return index, values


def matrix_solve(x, y, adjoint=False):
    return torch.linalg.solve(x.mH if adjoint else x, y)


def matrix_inverse(x, adjoint=False):
    return torch.linalg.inv(x.mH if adjoint else x)


def set_diagonal(x, diagonal):
    """x with another diagonal, of the last two axes."""
    out = x.clone()
    torch.diagonal(out, dim1=-2, dim2=-1).copy_(diagonal)
    return out


def solve_triangular(x, y, trans=0, lower=False, unit=False):
    turned = {0: x, "N": x, 1: x.mT, "T": x.mT, 2: x.mH, "C": x.mH}[trans]
    upper = bool(lower) if trans in (1, "T", 2, "C") else not lower
    columns = y[..., None] if y.ndim == 1 else y
    return torch.linalg.solve_triangular(turned, columns, upper=upper, unitriangular=unit).reshape(y.shape)


def convolve(x, y, mode="full"):
    """As numpy does: with the second one turned around."""
    x, y = (x, y) if len(x) >= len(y) else (y, x)
    kind = torch.promote_types(x.dtype, y.dtype)
    out = torch.conv1d(x.to(kind)[None, None], torch.flip(y.to(kind), (0,))[None, None], padding=len(y) - 1)[0, 0]
    if mode == "full":
        return out
    start, size = ((len(y) - 1) // 2, len(x)) if mode == "same" else (len(y) - 1, len(x) - len(y) + 1)
    return out[start:start + size]


def lu_factor_from_zero(x):
    """JAX counts rows from 0."""
    factors, pivots = torch.linalg.lu_factor(x)
    return factors, pivots - 1


def dot_general(x, y, dimensions):
    return torch.einsum(letters_of(x, y, dimensions), x, y)


def least_squares(x, y):
    """The solution, the sums of squared residuals (of a full rank and more rows than columns), the rank and the singular values."""
    columns = y[:, None] if y.ndim == 1 else y
    solution, _, rank, values = torch.linalg.lstsq(x, columns, driver="gelsd")
    left = torch.square(columns - x @ solution).sum(0) if int(rank) == x.shape[1] < x.shape[0] else columns.new_zeros(0)
    return solution[:, 0] if y.ndim == 1 else solution, left, rank, values
