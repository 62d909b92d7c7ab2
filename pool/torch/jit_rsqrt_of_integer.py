"""rsqrt of an integer tensor is a float, scripted or not (pytorch/pytorch#98210)."""
import os

os.environ["TORCH_JIT_DISABLE_NEW_EXECUTOR"] = "1"  # the old executor folded it to an integer
import torch


class Scale(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.size = 64

    def forward(self, x):
        return torch.rsqrt(torch.tensor(self.size) * 3)


model, x = Scale(), torch.zeros(1)
eager = model(x)
scripted = torch.jit.script(model)(x)
print(eager, scripted)
assert scripted.dtype == eager.dtype
torch.testing.assert_close(scripted, eager)
