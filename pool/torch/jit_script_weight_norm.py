"""A layer with weight norm can be scripted (pytorch/pytorch#21275)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.manual_seed(0)
model = torch.nn.utils.weight_norm(torch.nn.Conv2d(2, 2, 3)).eval()
x = torch.rand(1, 2, 5, 5)
print("plain", tuple(model(x).shape))
scripted = torch.jit.script(model)
print("scripted", tuple(scripted(x).shape))
torch.testing.assert_close(scripted(x), model(x))
