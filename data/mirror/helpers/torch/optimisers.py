"""Helpers of programs that are carried to PyTorch: training."""
import torch


def root(x):
    return torch.sqrt(x)


def value_and_gradient_of(function, argnums=0):
    return lambda *inputs: torch.func.grad_and_value(function, argnums)(*as_tensors(inputs))[::-1]


def clip_by_global_norm(tensors, limit):
    norm = torch.sqrt(sum(torch.sum(torch.square(one)) for one in tensors))
    return [one * limit / torch.clamp(norm, min=limit) for one in tensors], norm
