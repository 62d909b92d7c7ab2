import torch


def collatz(n):
    steps = 0
    n = torch.tensor(n)
    while n.item() != 1:
        n = torch.div(n, 2, rounding_mode="floor") if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def newton(f, x, tol=1e-6):
    for i in range(50):
        x = x.detach().requires_grad_(True)
        y = f(x)
        (g,) = torch.autograd.grad(y, x)
        step = y.detach() / g
        x = x.detach() - step
        if step.abs() < tol:
            break
    return x, i


print([collatz(n) for n in (1, 6, 7)])
root, used = newton(lambda v: v**3 - 2, torch.tensor(1.0, dtype=torch.float64))
print(root, used)
states = []
h = torch.zeros(2)
for x in torch.unbind(torch.tensor([[1.0, 0.0], [0.5, -0.5], [0.2, 0.1]])):
    h = torch.tanh(h * 0.5 + x)
    states.append(h)
print(torch.stack(states))
assert any(bool((s > 0.7).any()) for s in states)
