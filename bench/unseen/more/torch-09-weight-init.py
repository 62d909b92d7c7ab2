import torch
import torch.nn as nn


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.xavier_uniform_(m.weight)
        nn.init.zeros_(m.bias)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
model.apply(init_weights)
print(model[0].bias)
bound = (6.0 / (4 + 6)) ** 0.5
assert model[0].weight.abs().max() <= bound
w = torch.empty(3, 3)
nn.init.constant_(w, 0.3)
nn.init.eye_(w)
print(w)
