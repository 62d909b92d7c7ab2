"""One step of an optimiser, for any number of tensors."""
import jax.numpy as jnp

from .common import OPS

DOMAIN = "ai.onnx.preview.training"


def _columns(values, kinds):
    """The tensors X1, X2, .., G1, G2, .. as one tuple per optimised tensor."""
    count = len(values) // kinds
    return [values[i::count] for i in range(count)]


def _rows(results):
    """Back to X1, X2, .., V1, V2, .."""
    return tuple(value for kind in zip(*results) for value in kind)


@OPS.define("Adagrad", domain=DOMAIN)
def adagrad(call, rate, count, *values):
    rate = rate / (1 + count.astype(rate.dtype) * call.attr("decay_factor", 0.0))

    def step(x, g, h):
        g = call.attr("norm_coefficient", 0.0) * x + g
        h = h + g * g
        return x - rate * g / (jnp.sqrt(h) + call.attr("epsilon", 1e-6)), h
    return _rows([step(*column) for column in _columns(values, 3)])


@OPS.define("Adam", domain=DOMAIN)
def adam(call, rate, count, *values):
    alpha, beta = call.attr("alpha", 0.9), call.attr("beta", 0.999)
    count = count.astype(rate.dtype)
    adjusted = jnp.where(count > 0, rate * jnp.sqrt(1 - jnp.power(beta, count)) / (1 - jnp.power(alpha, count)), rate)

    def step(x, g, v, h):
        g = call.attr("norm_coefficient", 0.0) * x + g
        v = alpha * v + (1 - alpha) * g
        h = beta * h + (1 - beta) * g * g
        x = x - adjusted * v / (jnp.sqrt(h) + call.attr("epsilon", 1e-6))
        return (1 - call.attr("norm_coefficient_post", 0.0)) * x, v, h
    return _rows([step(*column) for column in _columns(values, 4)])


@OPS.define("Momentum", domain=DOMAIN)
def momentum(call, rate, count, *values):
    alpha = call.attr("alpha")
    beta = jnp.where(count > 0, jnp.asarray(call.attr("beta"), rate.dtype), jnp.ones((), rate.dtype))

    def step(x, g, v):
        g = call.attr("norm_coefficient") * x + g
        v = alpha * v + beta.astype(x.dtype) * g
        return x - rate * (g + alpha * v if call.attr("mode") == "nesterov" else v), v
    return _rows([step(*column) for column in _columns(values, 3)])
