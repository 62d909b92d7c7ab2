"""column_stack makes columns of vectors (jax-ml/jax#3326). The twin of that report's program."""
import torch

result = torch.column_stack((torch.tensor([1.0, 1.0]), torch.tensor([2.0, 2.0])))
print(result.tolist())
assert result.tolist() == [[1.0, 2.0], [1.0, 2.0]]
