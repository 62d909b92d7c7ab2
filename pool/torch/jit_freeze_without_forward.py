"""A module without forward can be frozen when its method is preserved (pytorch/pytorch#84873)."""
import torch


class Doubling(torch.nn.Module):
    def twofold(self, x):
        return x * 2.0


x = torch.arange(3.0)
traced = torch.jit.trace_module(Doubling(), {"twofold": x})
print("traced", traced.twofold(x).tolist())
frozen = torch.jit.freeze(traced.eval(), preserved_attrs=["twofold"])
print("frozen", frozen.twofold(x).tolist())
assert torch.equal(frozen.twofold(x), x * 2.0)
