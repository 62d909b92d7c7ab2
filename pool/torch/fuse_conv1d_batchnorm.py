"""Conv1d and BatchNorm1d can be fused (pytorch/pytorch#41534)."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv1d(1, 2, 3), torch.nn.BatchNorm1d(2)).eval()
x = torch.rand(1, 1, 8)
fused = torch.ao.quantization.fuse_modules(model, [["0", "1"]])
print(type(fused[0]).__name__, type(fused[1]).__name__)
assert isinstance(fused[1], torch.nn.Identity)
torch.testing.assert_close(fused(x), model(x))
