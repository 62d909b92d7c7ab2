"""An addition followed by ReLU that is not to be quantised stays as it is (pytorch/pytorch#54654)."""
import warnings

import torch
from torch.ao.quantization import QConfigMapping, get_default_qconfig
from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"


class Adding(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.relu(x + 1.0)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.adding = torch.nn.Linear(4, 4), Adding()

    def forward(self, x):
        return self.adding(self.linear(x))


torch.manual_seed(0)
model, x = Model().eval(), torch.rand(2, 4)
mapping = QConfigMapping().set_global(get_default_qconfig("qnnpack")).set_module_name("adding", None)
prepared = prepare_fx(model, mapping, (x,))
prepared(x)
result = convert_fx(prepared)(x)
print("largest difference", (result - model(x)).abs().max().item())
torch.testing.assert_close(result, model(x), rtol=0.1, atol=0.1)  # eight bits
