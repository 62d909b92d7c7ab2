"""An attribute that a scripted module was given can be preserved when it is frozen (pytorch/pytorch#127679)."""
from typing import Dict

import torch


class Labelled(torch.nn.Module):
    meta: Dict[str, int]

    def __init__(self, meta):
        super().__init__()
        self.meta = meta

    def forward(self, x):
        return x + 1.0


scripted = torch.jit.script(Labelled({"a": 0}))
scripted.extra = torch.jit.Attribute(3, int)
print("before", scripted.meta, scripted.extra)
frozen = torch.jit.freeze(scripted.eval(), preserved_attrs=["meta", "extra"])
print("after", frozen.meta, frozen.extra)
assert frozen.extra == 3
