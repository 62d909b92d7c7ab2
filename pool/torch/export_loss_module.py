"""A loss is a module as any other and can be exported (pytorch/pytorch#132141)."""
import torch

batch = torch.export.Dim("batch", min=2, max=1024)
a, b = torch.arange(20.0).reshape(4, 5), torch.ones(4, 5)
program = torch.export.export(torch.nn.MSELoss(), (a, b), strict=True, dynamic_shapes=({0: batch}, {0: batch}))
result = program.module()(a[:3], b[:3])
print(result.item())
torch.testing.assert_close(result, torch.nn.functional.mse_loss(a[:3], b[:3]))
