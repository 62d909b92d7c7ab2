"""exp of a real number in complex form has the imaginary part 0, also where it overflows (pytorch/pytorch#173796)."""
import torch

result = torch.exp(torch.tensor([100 + 0j], dtype=torch.complex64))
print(result)
assert torch.isinf(result.real).all()
assert (result.imag == 0).all()
