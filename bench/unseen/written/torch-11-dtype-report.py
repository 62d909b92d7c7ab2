import torch

print(torch.__version__)
a = torch.tensor([1, 2, 3])
b = torch.tensor([0.5, 0.5, 0.5], dtype=torch.float16)
c = a + b
print(c.dtype, torch.result_type(a, b))
assert c.dtype == torch.float16
print(torch.finfo(torch.float16).max, torch.iinfo(torch.int8).min)
d = (a / 2)
assert d.dtype == torch.get_default_dtype()
e = torch.tensor([200], dtype=torch.uint8) + torch.tensor([100], dtype=torch.uint8)
print(e)
assert e.item() == 44
