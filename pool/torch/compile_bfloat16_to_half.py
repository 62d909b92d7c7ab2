"""Values converted from bfloat16 to float16 and back compile (pytorch/pytorch#123830)."""
import torch


def through_half(x):
    return (x.to(torch.float16) * 2).to(torch.bfloat16)


x = torch.arange(40, dtype=torch.bfloat16) / 8.0
eager, compiled = through_half(x), torch.compile(through_half)(x)
print(compiled.dtype, compiled[:5].tolist())
assert compiled.dtype == torch.bfloat16
assert torch.equal(compiled, eager)
