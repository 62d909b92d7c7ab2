"""Negative indices and an ellipsis before slices are scripted as they are meant (pytorch/pytorch#48674)."""
import torch


def third_last(x):
    return x[-3], x[..., 1:3]


x = torch.arange(10)
scripted = torch.jit.script(third_last)(x)
print([value.tolist() for value in scripted])
assert scripted[0].item() == 7
assert scripted[1].tolist() == [1, 2]
