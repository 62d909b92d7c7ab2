"""Writes through a strided view and to its base see each other (pytorch/pytorch#92129)."""
import torch


def interleave(a):
    view = a.as_strided([2, 2], [4, 2], 0)
    view.add_(1.0)
    a.mul_(2.0)
    view[1:] = 3.0
    return view[1::2]


x = torch.arange(8.0).reshape(2, 4)
left, right = x.clone(), x.clone()
eager, compiled = interleave(left), torch.compile(interleave, backend="aot_eager")(right)
print("eager", eager.tolist(), left.tolist(), "compiled", compiled.tolist(), right.tolist())
assert torch.equal(eager, compiled)
assert torch.equal(left, right)
