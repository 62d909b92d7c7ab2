"""Changing the graph of a copied GraphModule leaves the original alone (pytorch/pytorch#63090)."""
import copy

import torch


class Adding(torch.nn.Module):
    def forward(self, x):
        return torch.add(x, 1.0)


original = torch.fx.symbolic_trace(Adding())
changed = copy.deepcopy(original)
for node in changed.graph.nodes:
    if node.op == "call_function":
        node.target = torch.mul
changed.recompile()
original.recompile()
x = torch.tensor([3.0])
print("original", original(x).item(), "changed", changed(x).item())
assert original(x).item() == 4.0
assert changed(x).item() == 3.0
