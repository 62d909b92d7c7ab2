"""A compiled result that was unsqueezed in place may be changed afterwards (pytorch/pytorch#90507)."""
import torch


def widen(x):
    out = x * 2
    out.unsqueeze_(0)
    return out


x = torch.ones(2, requires_grad=True)
print("eager", widen(x).mul_(2).tolist())
result = torch.compile(widen, backend="aot_eager")(x).mul_(2)
print("compiled", result.tolist())
assert result.tolist() == [[4.0, 4.0]]
