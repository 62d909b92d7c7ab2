"""An addition in place to a view that needs gradients shows in its base (pytorch/pytorch#93363)."""
import torch


def increase(a):
    a.add_(1.0)


def base(function):
    a = torch.ones(4, requires_grad=True).add(0.0)
    function(a[0::2])
    return a.tolist()


eager, compiled = base(increase), base(torch.compile(increase, backend="aot_eager"))
print("eager", eager, "compiled", compiled)
assert compiled == eager
