"""A traced LSTM, quantised dynamically, is the same after saving and loading (pytorch/pytorch#27954)."""
import io
import warnings

import torch

warnings.filterwarnings("ignore")
torch.backends.quantized.engine = "qnnpack"
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.LSTM(2, 2)).eval()
quantised = torch.ao.quantization.quantize_dynamic(model, {torch.nn.LSTM}, dtype=torch.qint8)
x = torch.tensor([[[0.5, -1.0]], [[2.0, 0.25]]])
traced = torch.jit.trace(quantised, x)
buffer = io.BytesIO()
torch.jit.save(traced, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print("traced", traced(x)[0].tolist(), "loaded", loaded(x)[0].tolist())
assert torch.equal(loaded(x)[0], traced(x)[0])
