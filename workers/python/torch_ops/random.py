"""Random operators, by torch's generator. The worker seeds it before each run: the numbers are always the same."""
import torch

from torch_ops.base import OPS, torch_dtype


def _target(call, x=None):
    """(shape, dtype, device) of the result."""
    number = call.attr("dtype")
    if x is None:
        return call.attr("shape"), torch_dtype(number or 1), call.framework.device
    return x.shape, x.dtype if number is None else torch_dtype(number), x.device


@OPS.define("RandomNormal", "RandomNormalLike")
def random_normal(call, x=None):
    shape, dtype, device = _target(call, x)
    return torch.randn(shape, dtype=dtype, device=device) * call.attr("scale", 1.0) + call.attr("mean", 0.0)


@OPS.define("RandomUniform", "RandomUniformLike")
def random_uniform(call, x=None):
    shape, dtype, device = _target(call, x)
    low, high = call.attr("low", 0.0), call.attr("high", 1.0)
    return torch.rand(shape, dtype=dtype, device=device) * (high - low) + low


@OPS.define("Bernoulli")
def bernoulli(call, x):
    dtype = x.dtype if call.attr("dtype") is None else torch_dtype(call.attr("dtype"))
    return torch.bernoulli(x).to(dtype)


@OPS.define("Multinomial")
def multinomial(call, x):
    # ONNX gives unnormalised log-probabilities.
    weights = torch.softmax(x.float(), 1)
    return torch.multinomial(weights, call.attr("sample_size", 1), True).to(torch_dtype(call.attr("dtype", 6)))
