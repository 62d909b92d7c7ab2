"""Matrix products and reductions."""
import mindspore as ms
from mindspore import ops

from assay_worker import Unsupported

from .common import OPS, axes_of, axis_of, is_float


@OPS.define("MatMul")
def matmul(call, a, b):
    return ops.matmul(a, b)


@OPS.define("Gemm")
def gemm(call, a, b, c=None):
    alpha, beta = call.attr("alpha", 1.0), call.attr("beta", 1.0)
    if not is_float(a):
        raise Unsupported("Gemm of integers")
    y = ops.matmul(a.T if call.attr("transA", 0) else a, b.T if call.attr("transB", 0) else b)
    if alpha != 1:
        y = y * alpha
    if c is None:
        return y
    return y + (c if beta == 1 else c * beta)


def _reduced(call, x):
    as_input = call.opset >= (13 if call.op == "ReduceSum" else 18)
    axes = call.ints(1) if as_input else call.attr("axes")
    if not axes:
        return () if as_input and call.attr("noop_with_empty_axes", 0) else tuple(range(x.ndim))
    return axes_of(axes, x.ndim)


REDUCE = {
    "ReduceSum": lambda x, axes, keep: ops.sum(x, axes, keep),
    "ReduceMean": lambda x, axes, keep: ops.mean(x, axes, keep),
    "ReduceMax": lambda x, axes, keep: ops.amax(x, axes, keep),
    "ReduceMin": lambda x, axes, keep: ops.amin(x, axes, keep),
}


@OPS.define(*REDUCE)
def reduce(call, x, axes=None):
    axes = _reduced(call, x)
    if not axes:
        return x
    if not is_float(x) or 0 in x.shape:
        raise Unsupported("reductions of integers or of nothing")
    return REDUCE[call.op](x, axes, bool(call.attr("keepdims", 1)))


@OPS.define("ArgMax", "ArgMin")
def arg_extreme(call, x):
    if call.attr("select_last_index", 0) or not is_float(x):
        raise Unsupported(f"{call.op} in this form")
    find = ops.argmax if call.op == "ArgMax" else ops.argmin
    axis, keep = axis_of(call.attr("axis", 0), x.ndim), bool(call.attr("keepdims", 1))
    return ops.cast(find(x, axis, keep), ms.int64)
