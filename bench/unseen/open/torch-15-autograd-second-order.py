import torch

x = torch.tensor(2.0, requires_grad=True)
y = x ** 3 + torch.sin(x)
(g,) = torch.autograd.grad(y, x, create_graph=True)
(gg,) = torch.autograd.grad(g, x)
print(g.item(), gg.item())
assert abs(gg.item() - (6 * 2.0 - torch.sin(torch.tensor(2.0)).item())) < 1e-5


def f(a, b):
    return (a * b).sum()


ja, jb = torch.autograd.functional.jacobian(f, (torch.ones(2), torch.arange(2.0)))
print(ja, jb)
