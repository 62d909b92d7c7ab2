"""The remainder of float16 values by a norm compiles for the CPU (pytorch/pytorch#97758)."""
import torch


def wrapped(x, y):
    return torch.remainder(y, torch.linalg.vector_norm(x))


x, y = torch.tensor([0.75], dtype=torch.float16), torch.tensor([2.0, -1.0], dtype=torch.float16)
eager, compiled = wrapped(x, y), torch.compile(wrapped)(x, y)
print("eager", eager.tolist(), "compiled", compiled.tolist())
assert compiled.dtype == torch.float16
assert torch.equal(compiled, eager)
