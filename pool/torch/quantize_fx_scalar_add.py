"""prepare_fx and convert_fx take a model that also handles integer tensors (pytorch/pytorch#87708)."""
import warnings

import torch
from torch.ao.quantization import get_default_qconfig_mapping
from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

warnings.filterwarnings("ignore")


class Gated(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x, steps):
        return self.linear(x) * (steps + 1)


torch.manual_seed(0)
model, x, steps = Gated().eval(), torch.rand(2, 4), torch.tensor([2])
prepared = prepare_fx(model, get_default_qconfig_mapping("x86"), (x, steps))
prepared(x, steps)
quantised = convert_fx(prepared)
result, plain = quantised(x, steps), model(x, steps)
print("largest difference", (result - plain).abs().max().item())
torch.testing.assert_close(result, plain, rtol=0.2, atol=0.2)  # eight bits
