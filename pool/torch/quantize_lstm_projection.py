"""An LSTM with a projection can be quantised dynamically (pytorch/pytorch#74953)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.LSTM(input_size=6, hidden_size=8, proj_size=4)).eval()
x = torch.rand(5, 2, 6)
plain, _ = model(x)
print("plain", tuple(plain.shape))
quantised = torch.ao.quantization.quantize_dynamic(model, {torch.nn.LSTM}, dtype=torch.qint8)
result, _ = quantised(x)
print("quantised", tuple(result.shape))
assert result.shape == plain.shape
torch.testing.assert_close(result, plain, rtol=0.2, atol=0.2)  # eight bits
