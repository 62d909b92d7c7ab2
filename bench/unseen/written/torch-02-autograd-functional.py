import torch
from torch.autograd.functional import jacobian, hessian


def f(x):
    return (x ** 3).sum()


x = torch.tensor([1.0, 2.0, 3.0])
h = hessian(f, x)
print(h)
assert torch.allclose(h, torch.diag(6 * x))


def g(a):
    return torch.stack([a[0] * a[1], a[1] ** 2])


j = jacobian(g, torch.tensor([2.0, 5.0]))
print("jacobian", j)
assert j.tolist() == [[5.0, 2.0], [0.0, 10.0]]
