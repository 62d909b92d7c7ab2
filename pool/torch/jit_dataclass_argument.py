"""A function over a dataclass can be scripted, as its support promises (pytorch/pytorch#66017)."""
from dataclasses import dataclass

import torch


@torch.jit.script
@dataclass
class Settings:
    scale: float
    shift: float = 1.0


@torch.jit.script
def applied(x: torch.Tensor, scale: float):
    settings = Settings(scale)
    return x * settings.scale + settings.shift


result = applied(torch.tensor([1.0, 2.0]), 3.0)
print(result.tolist())
assert result.tolist() == [4.0, 7.0]
