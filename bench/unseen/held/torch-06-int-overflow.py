"""Sum of int32 values promotes; mean of ints must raise."""
import torch

a = torch.tensor([2147483647, 1], dtype=torch.int32)
print(a.sum(), a.sum().dtype)
try:
    print(a.mean())
except RuntimeError as e:
    print("RuntimeError:", e)
b = torch.tensor([100, 100], dtype=torch.int8)
print(b + b)
print(b.to(torch.int16) * 2)
