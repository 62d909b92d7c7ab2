import torch

a = torch.randn(4, 4)
b = torch.randn(4, 4)
with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
    c = torch.mm(a, b)
print(c.dtype)
assert c.dtype == torch.bfloat16
d = torch.mm(a, b)
print((c.float() - d).abs().max() < 0.5)
