"""Fake quantisation takes float16 with given scales and with learnable ones (pytorch/pytorch#84652)."""
import torch

torch.manual_seed(0)
x = torch.linspace(-1.0, 1.0, 8).half()
given = torch.fake_quantize_per_tensor_affine(x, 0.1, 0, -128, 127)
print("given", given.dtype)
learnable = torch._fake_quantize_learnable_per_tensor_affine(x, torch.tensor([0.1]).half(), torch.tensor([0.0]).half(), -128, 127, 1.0)
print("learnable", learnable.dtype)
assert learnable.dtype == given.dtype == torch.float16
torch.testing.assert_close(learnable, given, rtol=0, atol=0.01)
model = torch.nn.Sequential(torch.nn.Linear(8, 2)).train()
model.qconfig = torch.ao.quantization.get_default_qat_qconfig("qnnpack")
print(tuple(torch.ao.quantization.prepare_qat(model)(learnable.float()[None]).shape))
