"""NaN stays NaN between two bounds (pytorch/pytorch#15338)."""
import torch

for length in (1, 9, 64):
    result = torch.full((length,), float("nan")).clamp(0, 1)
    print(length, result[0].item(), result[-1].item())
    assert torch.isnan(result).all()
