"""Matrix products."""
import tensorflow as tf

from .common import OPS, rank, scalar

_SIGNED = {tf.uint32: tf.int32, tf.uint64: tf.int64}


def matmul_of(a, b):
    """numpy's matmul: vectors are promoted, batches broadcast."""
    if a.dtype in _SIGNED:  # no kernel for unsigned integers, but the same bits modulo 2^n
        signed = _SIGNED[a.dtype]
        return tf.bitcast(matmul_of(tf.bitcast(a, signed), tf.bitcast(b, signed)), a.dtype)
    row, column = rank(a) == 1, rank(b) == 1
    if row:
        a = tf.expand_dims(a, 0)
    if column:
        b = tf.expand_dims(b, 1)
    y = tf.linalg.matmul(a, b)
    if column:
        y = tf.squeeze(y, [-1])
    return tf.squeeze(y, [-1 if column else -2]) if row else y


@OPS.define("MatMul")
def matmul(call, a, b):
    return matmul_of(a, b)


@OPS.define("Gemm")
def gemm(call, a, b, c=None):
    alpha, beta = call.attr("alpha", 1.0), call.attr("beta", 1.0)
    if a.dtype in _SIGNED:
        a, b = (tf.transpose(m) if call.attr(name, 0) else m for m, name in ((a, "transA"), (b, "transB")))
        y = matmul_of(a, b)
    else:
        y = tf.linalg.matmul(a, b, transpose_a=bool(call.attr("transA", 0)), transpose_b=bool(call.attr("transB", 0)))
    y = _scaled(y, alpha)
    return y if c is None else y + _scaled(c, beta)


def _scaled(x, factor):
    if factor == 1:
        return x
    if x.dtype.is_integer and factor != int(factor):
        return tf.cast(tf.cast(x, tf.float64) * factor, x.dtype)
    return x * scalar(int(factor) if x.dtype.is_integer else factor, x)


@OPS.define("Einsum")
def einsum(call, *operands):
    equation = call.attr("equation").replace(" ", "")
    if "->" not in equation:
        letters = equation.replace(",", "").replace("...", "")
        once = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
        equation += "->" + ("..." if "..." in equation else "") + once
    return tf.einsum(equation, *operands)


@OPS.define("Det")
def det(call, x):
    return tf.linalg.det(x)
