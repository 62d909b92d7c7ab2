"""matrix_power of a matrix is its product with itself, of the same type (jax-ml/jax#28603). The twin of that report's program."""
import torch

matrix = torch.tensor([[1, 1], [0, 1]])
result = torch.linalg.matrix_power(matrix, 3)
print(result.tolist(), result.dtype)
assert result.dtype == matrix.dtype
assert torch.equal(result, matrix @ matrix @ matrix)
