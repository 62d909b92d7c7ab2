import torch

x = torch.ones(3, dtype=torch.int64)
try:
    x += 0.5
except RuntimeError as e:
    print("failed:", type(e).__name__)
y = torch.ones(3)
y += x
y.clamp_(max=1.5)
print(x, y)
