"""A convolution with bias, its BatchNorm and ReLU can be fused for quantisation aware training (pytorch/pytorch#35865)."""
import warnings

import torch

warnings.filterwarnings("ignore")
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3, bias=True), torch.nn.BatchNorm2d(2), torch.nn.ReLU()).train()
fused = torch.ao.quantization.fuse_modules_qat(model, [["0", "1", "2"]])
fused.qconfig = torch.ao.quantization.get_default_qat_qconfig("qnnpack")
prepared = torch.ao.quantization.prepare_qat(fused)
loss = prepared(torch.rand(2, 1, 5, 5)).sum()
loss.backward()
print(type(prepared[0]).__name__, "bias" in dict(prepared[0].named_parameters()))
assert prepared[0].bias.grad is not None
