"""A tensor whose element was set and that is returned in a dictionary keeps the element (pytorch/pytorch#25443)."""
from typing import Dict

import torch


class Marking(torch.nn.Module):
    def forward(self) -> Dict[str, torch.Tensor]:
        out = torch.zeros(5)
        out[2] = 5
        return {"output": out}


scripted = torch.jit.script(Marking())
results = [scripted()["output"].tolist() for _ in range(3)]
print(results)
for result in results:
    assert result == [0.0, 0.0, 5.0, 0.0, 0.0]
