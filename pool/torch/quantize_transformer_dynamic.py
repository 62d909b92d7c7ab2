"""A transformer layer quantised dynamically still runs (pytorch/pytorch#82443)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.manual_seed(0)
model = torch.nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, batch_first=True).eval()
x = torch.rand(1, 5, 8)
with torch.no_grad():
    plain = model(x)
    quantised = torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8)
    result = quantised(x)
print("largest difference", (result - plain).abs().max().item())
assert result.shape == plain.shape
torch.testing.assert_close(result, plain, rtol=0.2, atol=0.2)  # eight bits
