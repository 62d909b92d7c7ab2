"""quantize_per_channel with float16 zero points quantises or refuses; it neither dies nor errs (pytorch/pytorch#116351)."""
import torch

x = torch.tensor([[[1.0, 2.0, -3.0]]])
scales, zero_points = torch.tensor([0.5], dtype=torch.float64), torch.tensor([0.25], dtype=torch.float16)
try:
    quantised = torch.quantize_per_channel(x, scales, zero_points, 0, dtype=torch.qint32)
    told = "values " + str(quantised.dequantize().tolist())
except RuntimeError as error:
    told = "refused: " + str(error).splitlines()[0]
print(told)
if told.startswith("values"):
    torch.testing.assert_close(quantised.dequantize(), x, rtol=0, atol=0.5)  # a scale of 0.5
