"""BatchNorm2d after Linear normalises another dimension than Linear's; freezing must not fold the two (pytorch/pytorch#118990)."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(10, 20), torch.nn.BatchNorm2d(5), torch.nn.ReLU()).eval()
x = torch.rand(1, 5, 3, 10)
frozen = torch.jit.freeze(torch.jit.script(model))
print(tuple(frozen(x).shape))
torch.testing.assert_close(frozen(x), model(x))
