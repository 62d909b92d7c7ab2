"""The quotient of two int16 scalars with a gradient behind it must compile (pytorch/pytorch#164486)."""
import torch


def quotient(a, scale):
    total = torch.add(torch.full((), 1, dtype=torch.int16), a)
    return torch.div(total, torch.squeeze(torch.full((1,), 3, dtype=torch.int16))) * scale


scale = torch.tensor(1.0, requires_grad=True)
a = torch.tensor(5, dtype=torch.int16)
eager = quotient(a, scale)
compiled = torch.compile(quotient, fullgraph=True, dynamic=True)(a, scale)
compiled.sum().backward()
print(eager.item(), compiled.item(), scale.grad.item())
torch.testing.assert_close(compiled, eager)
torch.testing.assert_close(scale.grad, torch.tensor(2.0))
