import torch

torch.manual_seed(3)
A = torch.randn(8, 3)
true = torch.tensor([[1.0], [-2.0], [0.5]])
b = A @ true
solution = torch.linalg.lstsq(A, b).solution
print(torch.allclose(solution, true, atol=1e-4))
pinv = torch.linalg.pinv(A)
print(torch.allclose(pinv @ b, true, atol=1e-4))
print(torch.linalg.matrix_rank(A), torch.linalg.norm(A).shape)
