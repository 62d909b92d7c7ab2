"""Every update of a dictionary counts, not only the first (pytorch/pytorch#45627)."""
from typing import Dict

import torch


def last() -> Dict[str, int]:
    numbers: Dict[str, int] = {}
    for i in range(3):
        numbers.update({"a": i})
    return numbers


eager, scripted = last(), torch.jit.script(last)()
print("eager", eager, "scripted", scripted)
assert scripted == eager
