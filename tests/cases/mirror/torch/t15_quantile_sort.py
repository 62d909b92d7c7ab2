import torch

data = torch.tensor([3.0, float("nan"), 1.0, 2.0])
values, idx = torch.sort(data)
print(values, idx)
med = torch.nanmedian(data)
top = torch.topk(torch.tensor([1.0, 5.0, 3.0, 4.0]), k=2)
print(med.item(), top.values, top.indices)
assert torch.isnan(data.max())
