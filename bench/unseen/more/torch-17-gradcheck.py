import torch


def f(x):
    return torch.sum(torch.tanh(x) ** 3 / (1 + x ** 2))


x = torch.linspace(-2, 2, 5, dtype=torch.float64, requires_grad=True)
(g,) = torch.autograd.grad(f(x), x)
eps = 1e-6
numeric = []
for i in range(5):
    d = torch.zeros(5, dtype=torch.float64)
    d[i] = eps
    numeric.append((f(x + d) - f(x - d)) / (2 * eps))
numeric = torch.stack(numeric)
print(g)
assert torch.allclose(g, numeric, atol=1e-6)
