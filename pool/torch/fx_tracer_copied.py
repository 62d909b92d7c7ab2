"""A tracer can be copied, and the copy traces (pytorch/pytorch#83116)."""
import copy

import torch

tracer = copy.deepcopy(torch.fx.Tracer())
model = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Flatten())
traced = torch.fx.GraphModule(model, tracer.trace(model))
x = torch.tensor([[-1.0, 2.0]])
print(traced(x).tolist())
assert torch.equal(traced(x), model(x))
