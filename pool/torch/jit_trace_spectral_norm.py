"""A traced model with spectral norm runs (pytorch/pytorch#49643)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.utils.spectral_norm(torch.nn.Linear(4, 6)), torch.nn.Linear(6, 1))
x = torch.rand(1, 4)
model(x)
traced = torch.jit.trace(model, x, check_trace=False)
print("traced", tuple(traced(x).shape))
assert torch.isfinite(traced(x)).all()
