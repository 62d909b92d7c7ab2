"""Helpers of programs that are carried to JAX: matrices."""
import jax
import jax.numpy as jnp
import jax.scipy


def prelu(x, weight):
    if weight.size > 1 and x.ndim > 1:
        weight = weight.reshape([1, -1] + [1] * (x.ndim - 2))
    return jax.nn.leaky_relu(x, weight)


def softplus(x, beta=1, threshold=20):
    return jnp.where(x * beta > threshold, x, jax.nn.softplus(x * beta) / beta)


def kthvalue(x, k, axis=-1):
    values, index = sort_with_index(x, axis)
    return jnp.take(values, k - 1, axis=axis), jnp.take(index, k - 1, axis=axis)


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
    lower, upper = int(lower), int(upper)
    x = x if lower < 0 else jnp.triu(x, -lower)
    return x if upper < 0 else jnp.tril(x, upper)


def pairwise_distances(x, y):
    """PyTorch's gradient is 0 where two points are the same."""
    squares = jnp.sum(jnp.square(jnp.expand_dims(x, -2) - jnp.expand_dims(y, -3)), axis=-1)
    apart = squares != 0
    return jnp.where(apart, jnp.sqrt(jnp.where(apart, squares, 1)), 0)


def nearest_neighbours(points, centers, k):
    distances = jnp.sum(jnp.square(points[:, None, :] - centers[None, :, :]), axis=-1)
    values, index = jax.lax.top_k(-distances, int(k))
    return index, -values


def matrix_solve(x, y, adjoint=False):
    return jnp.linalg.solve(jnp.conj(x).mT if adjoint else x, y)


def matrix_inverse(x, adjoint=False):
    return jnp.linalg.inv(jnp.conj(x).mT if adjoint else x)


def with_diagonal(x, diagonal):
    places = jnp.arange(min(x.shape[-2:]))
    return x.at[..., places, places].set(diagonal)


def normalized_with_norm(x, ord="euclidean", axis=None):
    ord = 2 if ord == "euclidean" else ord
    if axis is None:
        norm = jnp.linalg.norm(jnp.ravel(x), ord=ord).reshape((1,) * x.ndim)
    else:
        norm = jnp.linalg.norm(x, ord=ord, axis=axis, keepdims=True)
    return x / norm, norm


def condensed_distances(x):
    rows, columns = jnp.triu_indices(x.shape[0], 1)
    return pairwise_distances(x, x)[rows, columns]


def lu_factor(x):
    """Pivots count from 1, as in PyTorch."""
    factors, pivots = jax.scipy.linalg.lu_factor(x)
    return factors, pivots + 1


def pairwise_distance(x, y, p=2.0, eps=1e-06, keepdims=False):
    return jnp.linalg.norm(x - y + eps, ord=p, axis=-1, keepdims=keepdims)


def svd_by_columns(x):
    """With the right vectors as columns."""
    left, values, right = jnp.linalg.svd(x, full_matrices=False)
    return left, values, jnp.conj(jnp.swapaxes(right, -1, -2))
