import torch

# softmax in half precision of large logits
a = torch.tensor([1000.0, 1000.0, -1000.0], dtype=torch.float16)
p = torch.softmax(a, dim=0)
print(p, p.dtype)
assert not torch.isnan(p).any()
assert abs(p.float().sum().item() - 1.0) < 1e-3
