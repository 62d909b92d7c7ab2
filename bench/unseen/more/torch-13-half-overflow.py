import torch

x = torch.tensor([60000.0, 5000.0, 1e-8], dtype=torch.float16)
print(x.sum(), x * 2)
print(x.to(torch.float32).sum())
print(torch.finfo(torch.float16).max)
y = x.to(torch.bfloat16)
print(y.dtype, torch.isinf(x * 2))
