import math
import torch

x = torch.tensor([1.0, float("nan"), 3.0, float("inf")])
print(torch.isnan(x), torch.isinf(x))
print(torch.nan_to_num(x, nan=0.0, posinf=10.0))
print(torch.nansum(x[:3]).item())
assert math.isnan(torch.max(x).item())
assert torch.nanmean(x[:3]).item() == 2.0
y = torch.where(torch.isnan(x), torch.zeros_like(x), x)
assert not torch.isnan(y).any()
