"""A pruned model can be copied (pytorch/pytorch#37322)."""
import copy

import torch
from torch.nn.utils import prune

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(6, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2))
layers = [(layer, "weight") for layer in model if isinstance(layer, torch.nn.Linear)]
prune.global_unstructured(layers, pruning_method=prune.L1Unstructured, amount=0.5)
x = torch.rand(3, 6)
duplicate = copy.deepcopy(model)
print((duplicate[0].weight == 0).sum().item(), "of", duplicate[0].weight.numel(), "weights are zero")
assert torch.equal(duplicate(x), model(x))
