"""Matrix products."""
import jax.numpy as jnp

from assay_worker import Unsupported

from .common import OPS, is_float


@OPS.define("MatMul")
def matmul(call, a, b):
    return jnp.matmul(a, b)


@OPS.define("Gemm")
def gemm(call, a, b, c=None):
    alpha, beta = call.attr("alpha", 1.0), call.attr("beta", 1.0)
    if not is_float(a) and (alpha != int(alpha) or beta != int(beta)):
        raise Unsupported("Gemm of integers with fractional alpha or beta")
    number = (lambda v: v) if is_float(a) else int
    y = jnp.matmul(a.T if call.attr("transA", 0) else a, b.T if call.attr("transB", 0) else b)
    if alpha != 1:
        y = number(alpha) * y
    if c is None:
        return y
    return y + (c if beta == 1 else number(beta) * c)


@OPS.define("Einsum")
def einsum(call, *values):
    return jnp.einsum(call.attr("equation").replace(" ", ""), *values)
