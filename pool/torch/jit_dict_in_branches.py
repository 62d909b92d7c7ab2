"""A key written to a copied dictionary in a submodule can be read back when scripted (pytorch/pytorch#74056)."""
from typing import Dict, Final, Tuple

import torch
from torch import Tensor


class Activation(torch.nn.Module):
    def forward(self, x: Tensor, meta: Dict[str, Tensor]) -> Tuple[Tensor, Dict[str, Tensor]]:
        meta = meta.copy()
        meta["prediction"] = x
        return meta["prediction"], meta


class Choosing(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.flag: Final = ""
        self.activation = Activation()

    def forward(self, x: Tensor, meta: Dict[str, Tensor]) -> Tuple[Tensor, Dict[str, Tensor]]:
        meta = meta.copy()
        if self.flag != "":
            score = x[:, -1:]
            x, meta = self.activation(x[:, :-1], meta)
            x = torch.cat((x, score), dim=1)
        else:
            x, meta = self.activation(x, meta)
        return x, meta


model, x = Choosing(), torch.ones(2, 3)
scripted = torch.jit.script(model)
for _ in range(3):
    result, meta = scripted(x, {})
print(result.tolist(), sorted(meta))
assert torch.equal(result, x)
assert torch.equal(meta["prediction"], x)
