import torch

x = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
y = torch.sum(torch.log(x) * x)
(g,) = torch.autograd.grad(y, x)
expected = torch.log(x) + 1
print(g, expected)
assert torch.allclose(g, expected)
