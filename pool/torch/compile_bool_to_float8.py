"""Truth values convert to float8 in compiled code (pytorch/pytorch#178095)."""
import torch


def small(x):
    return x.to(dtype=torch.float8_e4m3fn)


x = torch.arange(64).remainder(3) == 0
eager, compiled = small(x), torch.compile(small)(x)
print(compiled.dtype, compiled.float()[:4].tolist())
assert torch.equal(compiled.float(), eager.float())
