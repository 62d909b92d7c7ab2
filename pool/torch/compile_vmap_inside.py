"""torch.vmap and torch.func.grad work inside compiled code (pytorch/pytorch#91470)."""
import torch


def power(x):
    return x * x * x * 1.0


def mapped(x):
    return torch.vmap(power)(x) + torch.vmap(torch.func.grad(power))(x)


x = torch.tensor([1.0, 2.0, 3.0])
eager, compiled = mapped(x), torch.compile(mapped, backend="aot_eager")(x)
print("eager", eager.tolist(), "compiled", compiled.tolist())
assert torch.equal(compiled, eager)
