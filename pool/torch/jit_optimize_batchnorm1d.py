"""optimize_for_inference must leave BatchNorm1d alone where its library has none (pytorch/pytorch#61223)."""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv1d(3, 4, 3), torch.nn.BatchNorm1d(4), torch.nn.ReLU()).eval()
x = torch.rand(2, 3, 8)
optimised = torch.jit.optimize_for_inference(torch.jit.trace(model, x))
result = optimised(x)
print(tuple(result.shape))
torch.testing.assert_close(result, model(x))
