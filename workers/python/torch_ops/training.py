"""The optimiser steps of ai.onnx.preview.training, written out: torch.optim has other conventions for the decay."""
import torch

from torch_ops.base import OPS

_DOMAIN = "ai.onnx.preview.training"


def _columns(values, count):
    """The variadic inputs come as all first ones, all second ones and so on; one tuple per tensor to update."""
    size = len(values) // count
    return zip(*(values[i * size:(i + 1) * size] for i in range(count)))


def _rows(results):
    return tuple(value for column in zip(*results) for value in column)


@OPS.define("Adagrad", domain=_DOMAIN)
def adagrad(call, rate, step, *tensors):
    rate = rate / (1 + step * call.attr("decay_factor", 0.0))
    results = []
    for x, gradient, squares in _columns(tensors, 3):
        gradient = call.attr("norm_coefficient", 0.0) * x + gradient
        squares = squares + gradient * gradient
        results.append((x - rate * gradient / (torch.sqrt(squares) + call.attr("epsilon", 0.0)), squares))
    return _rows(results)


@OPS.define("Adam", domain=_DOMAIN)
def adam(call, rate, step, *tensors):
    alpha, beta = call.attr("alpha", 0.9), call.attr("beta", 0.999)
    first = bool(call.note(lambda: step.item() == 0))
    post = 1 - call.attr("norm_coefficient_post", 0.0)
    if not first:
        rate = rate * torch.sqrt(1 - beta ** step.to(rate.dtype)) / (1 - alpha ** step.to(rate.dtype))
    results = []
    for x, gradient, mean, square in _columns(tensors, 4):
        gradient = call.attr("norm_coefficient", 0.0) * x + gradient
        mean = alpha * mean + (1 - alpha) * gradient
        square = beta * square + (1 - beta) * gradient * gradient
        x = x - rate * mean / (torch.sqrt(square) + call.attr("epsilon", 0.0))
        results.append((post * x, mean, square))
    return _rows(results)


@OPS.define("Momentum", domain=_DOMAIN)
def momentum(call, rate, step, *tensors):
    alpha = call.attr("alpha")
    first = bool(call.note(lambda: step.item() == 0))
    beta = 1.0 if first else call.attr("beta")
    results = []
    for x, gradient, speed in _columns(tensors, 3):
        gradient = call.attr("norm_coefficient") * x + gradient
        speed = alpha * speed + beta * gradient
        moved = gradient + alpha * speed if call.attr("mode") == "nesterov" else speed
        results.append((x - rate * moved, speed))
    return _rows(results)
