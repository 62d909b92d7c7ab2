"""Helpers of programs that are carried to JAX: matrices."""
import jax
import jax.numpy as jnp
import jax.scipy


def prelu(x, weight):
    return jnp.where(x > 0, x, weight * x)


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
    rows, columns = jnp.arange(x.shape[-2])[:, None], jnp.arange(x.shape[-1])
    kept = ((lower < 0) | (rows - columns <= lower)) & ((upper < 0) | (columns - rows <= upper))
    return jnp.where(kept, x, 0)


def pairwise_distances(x, y):
    return jnp.linalg.norm(jnp.expand_dims(x, -2) - jnp.expand_dims(y, -3), axis=-1)


def nearest_neighbours(points, centers, k):
    distances = jnp.sum(jnp.square(points[:, None, :] - centers[None, :, :]), axis=-1)
    values, index = jax.lax.top_k(-distances, int(k))
    return index, -values


def matrix_solve(x, y, adjoint=False):
    return jnp.linalg.solve(jnp.conj(x).mT if adjoint else x, y)


def matrix_inverse(x, adjoint=False):
    return jnp.linalg.inv(jnp.conj(x).mT if adjoint else x)
