"""Equal elements have equal gradients, wherever in the tensor they stand (pytorch/pytorch#195075)."""
import torch
import torch.nn.functional as F

different = []
for name in ("hardtanh", "hardshrink", "softshrink", "elu", "celu", "hardswish"):
    x = torch.full((9,), float("nan"), requires_grad=True)  # one vector register and one element more
    getattr(F, name)(x).sum().backward()
    texts = {str(value) for value in x.grad.tolist()}
    print(name, sorted(texts))
    if len(texts) > 1:
        different.append(name)
assert not different, different
