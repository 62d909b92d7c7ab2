import torch

a = torch.ones(3, 4)
b = torch.ones(5, 6)
try:
    torch.matmul(a, b)
    raise AssertionError("matmul with wrong shapes should fail")
except RuntimeError as e:
    print("got error:", type(e).__name__)
