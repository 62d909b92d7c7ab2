"""The norm of a float16 vector, bounded below, compiles for the CPU (pytorch/pytorch#105914)."""
import torch


def bounded(a):
    return torch.linalg.vector_norm(a, dim=-1).clamp_min(1e-8)


a = torch.arange(64, dtype=torch.float16) / 64.0
eager, compiled = bounded(a), torch.compile(bounded)(a)
print("eager", eager.item(), "compiled", compiled.item())
assert compiled.dtype == torch.float16
torch.testing.assert_close(compiled, eager, rtol=2e-3, atol=0)
