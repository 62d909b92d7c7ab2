import numpy as np


def array(x):
    """A tensor as numpy sees it, or None."""
    if isinstance(x, torch.nn.Module):
        return None
    if not isinstance(x, torch.Tensor):
        return x if isinstance(x, np.ndarray) else None
    x = x.detach()
    x = x.dequantize() if x.is_quantized else x.to_dense() if x.layout != torch.strided else x
    x = x.resolve_conj().resolve_neg()
    return (x.float() if x.dtype in (torch.bfloat16, torch.float16) else x).numpy()


def strided(x):
    """The same tensor, not contiguous."""
    return torch.stack([x, x], -1)[..., 0]


def blank_like(x):
    """Room for a result."""
    if isinstance(x, (list, tuple)):
        return tuple(map(blank_like, x))
    return torch.full(x.shape, 7, dtype=x.dtype) if x.dtype != torch.bool else torch.zeros(x.shape, dtype=x.dtype)


def strided_like(x):
    """Room for a result, not contiguous."""
    return tuple(map(strided_like, x)) if isinstance(x, (list, tuple)) else strided(blank_like(x))


def double(x):
    return x.double()


def nudged(x, seed):
    """The tensor in float64, every number moved by one rounding unit of float32, up or down."""
    return x.double() * (1 + torch.from_numpy(np.asarray(signs(tuple(x.shape), seed))) * 2.0**-23)


def shaken(x, seed):
    """The tensor with every number moved by one rounding unit, up or down."""
    return nudged(x, seed).to(x.dtype)


def of_numpy(a):
    """The array as the framework has it."""
    return torch.tensor(a)


def plain(a):
    """The array as a user makes a tensor of it."""
    return torch.tensor(a)


def slope(run, tensors):
    """The derivative of total(run(...)) along `direction` by automatic differentiation; None where none is offered."""
    inputs = [x.detach().clone().requires_grad_() if x.is_floating_point() else x for x in tensors]
    number = sum((p * torch.from_numpy(np.asarray(weights(tuple(p.shape), i)))).sum() for i, p in enumerate(parts_of(run(*inputs))) if p.is_floating_point())
    floats = [i for i, x in enumerate(inputs) if x.is_floating_point()]
    found = torch.autograd.grad(number, [inputs[i] for i in floats], allow_unused=True) if number.requires_grad else [None]
    if any(g is None for g in found):
        return None
    return float(sum(np.sum(g.detach().numpy() * direction(tuple(g.shape), i)) for i, g in zip(floats, found)))
