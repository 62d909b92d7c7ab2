"""The larger of a number and its negative compiles for every integer type (pytorch/pytorch#93380)."""
import torch


def magnitude(x):
    return torch.max(torch.neg(x), x)


for dtype in (torch.int64, torch.uint8, torch.int8):
    x = torch.tensor([[1, 2, 3], [4, 5, 6]], dtype=dtype)
    compiled = torch.compile(magnitude)(x)
    print(dtype, compiled.tolist())
    assert compiled.dtype == dtype
    assert torch.equal(compiled, magnitude(x))
