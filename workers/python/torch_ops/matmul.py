"""Matrix products."""
import torch

from torch_ops.base import OPS, is_float


@OPS.define("MatMul")
def matmul(call, a, b):
    return torch.matmul(a, b)


@OPS.define("Gemm")
def gemm(call, a, b, c=None):
    alpha, beta = call.attr("alpha", 1.0), call.attr("beta", 1.0)
    a = a.t() if call.attr("transA", 0) else a
    b = b.t() if call.attr("transB", 0) else b
    if c is not None and is_float(a) and beta != 0:  # with beta = 0 torch.addmm does not look at c at all
        if call.opset < 7 and not call.attr("broadcast", 0):
            c = c.expand(a.shape[0], b.shape[1])
        return torch.addmm(c, a, b, beta=beta, alpha=alpha)
    y = _scaled(alpha, torch.mm(a, b))
    return y if c is None else y + _scaled(beta, c)


def _scaled(factor, x):
    if factor == 1:
        return x
    if is_float(x):
        return factor * x
    # A fraction times integers would be float32, which does not hold them.
    return int(factor) * x if factor == int(factor) else (factor * x.double()).to(x.dtype)


@OPS.define("Einsum")
def einsum(call, *inputs):
    # torch adds up small integers in 64 bits and leaves them there.
    return torch.einsum(call.attr("equation").replace(" ", ""), *inputs).to(inputs[0].dtype)
