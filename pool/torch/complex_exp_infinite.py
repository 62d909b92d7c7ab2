"""exp(inf + inf j) has an infinite real part, as C defines it (pytorch/pytorch#95740)."""
import torch

x = torch.full((9,), complex(float("inf"), float("inf")), dtype=torch.complex128)
result = torch.exp(x)
print(result[0].item(), result[8].item())
assert torch.isinf(result.real).all()
assert torch.isnan(result.imag).all()
