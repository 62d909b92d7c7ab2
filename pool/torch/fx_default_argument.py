"""symbolic_trace keeps the default of an argument (pytorch/pytorch#44498)."""
import torch


class Shifted(torch.nn.Module):
    def forward(self, x, y=3):
        return x + y


traced = torch.fx.symbolic_trace(Shifted())
print(traced.code.strip().splitlines()[0])
assert traced(torch.tensor(2)).item() == 5
assert traced(torch.tensor(2), 4).item() == 6
