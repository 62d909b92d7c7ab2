"""An LSTM whose pruning was made permanent can be trained (pytorch/pytorch#33618)."""
import torch
from torch.nn.utils import prune

torch.manual_seed(0)
model = torch.nn.LSTM(3, 4)
prune.l1_unstructured(model, "weight_ih_l0", amount=0.5)
model(torch.rand(5, 1, 3))
prune.remove(model, "weight_ih_l0")
before = model.weight_ih_l0.detach().clone()
optimiser = torch.optim.SGD(model.parameters(), lr=1.0)
for _ in range(2):
    optimiser.zero_grad()
    model(torch.ones(5, 1, 3))[0].sum().backward()
    optimiser.step()
moved = (model.weight_ih_l0 - before).abs().max().item()
print("the weight moved by", moved)
assert moved > 0
