"""Quantisation aware training works under autocast (pytorch/pytorch#94371)."""
import warnings

import torch
from torch.ao.quantization import get_default_qat_qconfig_mapping
from torch.ao.quantization.quantize_fx import prepare_qat_fx

warnings.filterwarnings("ignore")
torch.manual_seed(0)
model, x = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU()).train(), torch.rand(2, 4)
prepared = prepare_qat_fx(model, get_default_qat_qconfig_mapping("qnnpack"), (x,))
with torch.autocast("cpu", dtype=torch.bfloat16):
    result = prepared(x)
result.float().sum().backward()
print(result.dtype, tuple(result.shape))
assert torch.isfinite(result.float()).all()
