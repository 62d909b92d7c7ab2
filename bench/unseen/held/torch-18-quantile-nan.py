import torch

x = torch.tensor([1.0, float("nan"), 3.0, 2.0])
print(torch.median(x), torch.nanmedian(x))
print(torch.max(x), torch.min(x))
print(torch.nan_to_num(x, nan=0.0))
print(torch.quantile(torch.tensor([0.0, 1.0, 2.0, 3.0]), 0.25))
values, indices = torch.sort(torch.tensor([3, 1, 2]), descending=True)
print(values, indices)
print(torch.topk(torch.tensor([5.0, 1.0, 9.0]), k=2))
