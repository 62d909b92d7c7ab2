"""Padding without widths is refused, not a crash (pytorch/pytorch#121093)."""
import torch

try:
    result = torch._C._nn.replication_pad2d(torch.rand([2]), padding=[])
except (RuntimeError, ValueError, TypeError) as error:
    print("refused:", str(error).splitlines()[0])
else:
    raise AssertionError(f"accepted: {tuple(result.shape)}")
