"""A layer with weight norm as parametrisation compiles (pytorch/pytorch#121304)."""
import torch

torch.manual_seed(0)
model = torch.nn.utils.parametrizations.weight_norm(torch.nn.Conv3d(2, 2, 3)).eval()
x = torch.rand(1, 2, 3, 3, 3)
with torch.no_grad():
    compiled = torch.compile(model, backend="aot_eager")(x)
    eager = model(x)
print(tuple(compiled.shape))
torch.testing.assert_close(compiled, eager)
