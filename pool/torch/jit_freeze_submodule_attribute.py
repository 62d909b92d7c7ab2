"""An attribute of a submodule can be preserved, and changing it changes the result (pytorch/pytorch#66102)."""
import torch


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = 1
        self.b = 2

    def forward(self) -> int:
        return self.a + self.b


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self) -> int:
        return self.inner()


frozen = torch.jit.freeze(torch.jit.script(Outer()).eval(), preserved_attrs=["inner.a"])
before = frozen()
frozen.inner.a = 0
print("before", before, "after", frozen())
assert before == 3
assert frozen() == 2
