import torch

a = torch.ones(2, 3)
b = torch.ones(4)
try:
    c = a + b
    print(c)
except RuntimeError as err:
    print("error as expected")
x = torch.zeros(3, dtype=torch.int64)
try:
    x += 1.5
except RuntimeError as err:
    print("cannot cast:", str(err)[:20])
print(x)
