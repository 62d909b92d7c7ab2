import torch

torch.manual_seed(5)
A = torch.randn(4, 3, dtype=torch.float64)
U, S, Vh = torch.linalg.svd(A, full_matrices=False)
R = U @ torch.diag(S) @ Vh
print(torch.dist(A, R) < 1e-8)
Q, T = torch.linalg.qr(A)
print(torch.allclose(Q @ T, A))
B = A.T @ A + torch.eye(3, dtype=torch.float64)
L = torch.linalg.cholesky(B)
print(torch.allclose(L @ L.T, B), torch.linalg.det(B) > 0)
