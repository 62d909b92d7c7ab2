"""Helpers of programs that are carried to PyTorch: training."""
import torch


def root(x):
    return torch.sqrt(x)


def value_and_gradient_of(function, argnums=0, has_aux=False):
    def both(*inputs):
        gradient, value = torch.func.grad_and_value(function, argnums, has_aux)(*as_tensors(inputs))
        return value, gradient

    return both


def clip_by_global_norm(tensors, limit):
    """As gradients of parameters, which is what PyTorch clips."""
    holders = [torch.nn.Parameter(torch.zeros_like(one)) for one in tensors]
    for holder, one in zip(holders, tensors):
        holder.grad = one.detach().clone()
    norm = torch.nn.utils.clip_grad_norm_(holders, float(limit))
    return [holder.grad for holder in holders], norm
