"""F.linear called with keywords only can be quantised in FX mode (pytorch/pytorch#87686)."""
import warnings

import torch
from torch.ao.quantization import get_default_qconfig_mapping
from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"


class Functional(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.eye(4))
        self.bias = torch.nn.Parameter(torch.ones(4))

    def forward(self, x):
        return torch.nn.functional.linear(input=x, weight=self.weight, bias=self.bias)


model, x = Functional().eval(), torch.arange(8.0).reshape(2, 4) / 8.0
prepared = prepare_fx(model, get_default_qconfig_mapping("qnnpack"), (x,))
prepared(x)
result = convert_fx(prepared)(x)
print("largest difference", (result - model(x)).abs().max().item())
torch.testing.assert_close(result, model(x), rtol=0.1, atol=0.1)  # eight bits
