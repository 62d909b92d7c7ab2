"""What is masked out of a softmax has no influence on its gradient (jax-ml/jax#17117). The twin of that report's program."""
import torch

x = torch.tensor([1.0, 1.0, 100.0], requires_grad=True)
mask = torch.tensor([True, True, False])
torch.softmax(x.masked_fill(~mask, float("-inf")), dim=0)[0].backward()
print(x.grad.tolist())
torch.testing.assert_close(x.grad, torch.tensor([0.25, -0.25, 0.0]))
