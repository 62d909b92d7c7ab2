"""An assertion about two sizes at once can be traced (pytorch/pytorch#83851)."""
import torch


def checked(x):
    height, width = x.shape
    assert (height, width) == (2, 3), "another shape"
    return x + 1.0


tracer = torch.fx.Tracer()
tracer.trace_asserts = True
x = torch.ones(2, 3)
print("eager", checked(x).sum().item())
traced = torch.fx.GraphModule({}, tracer.trace(checked))
print("traced", traced(x).sum().item())
assert torch.equal(traced(x), checked(x))
