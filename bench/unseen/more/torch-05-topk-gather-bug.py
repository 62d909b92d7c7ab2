import torch

# topk along dim=0 followed by gather gave a wrong order for me
x = torch.tensor([[3.0, 1.0, 2.0], [9.0, 7.0, 8.0], [6.0, 5.0, 4.0]])
values, indices = torch.topk(x, k=2, dim=0)
print(values)
print(indices)
again = torch.gather(x, 0, indices)
assert torch.equal(values, again)
