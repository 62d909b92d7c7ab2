"""A module with a dynamically quantised LSTM inside can be traced (pytorch/pytorch#32676)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"


class Reading(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = torch.nn.LSTM(8, 4, 2, batch_first=True, bidirectional=True)

    def forward(self, x):
        return self.lstm(x)[0]


torch.manual_seed(0)
quantised = torch.ao.quantization.quantize_dynamic(Reading().eval(), {torch.nn.LSTM}, dtype=torch.qint8)
x = torch.rand(1, 3, 8)
traced = torch.jit.trace(quantised, x)
print(tuple(traced(x).shape))
torch.testing.assert_close(traced(x), quantised(x))
