"""torch.compile must keep the element type of a batched product of int8 matrices (pytorch/pytorch#191308)."""
import torch

left = torch.ones((1, 1, 2), dtype=torch.int8)
right = torch.ones((1, 2, 2), dtype=torch.int8)
eager = torch.matmul(left, right)
compiled = torch.compile(torch.matmul, fullgraph=True)(left, right)
print("eager", eager.dtype, "compiled", compiled.dtype)
assert compiled.dtype == eager.dtype
assert torch.equal(compiled, eager)
