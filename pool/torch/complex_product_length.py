"""A product of complex numbers does not depend on how many there are (tensorflow/tensorflow#98408). The twin of that report's program."""
import torch

results = set()
for length in (1, 2, 5):
    a = torch.full((length,), complex(float("inf"), float("inf")), dtype=torch.complex128)
    b = torch.full((length,), complex(1, float("nan")), dtype=torch.complex128)
    results |= {str(value) for value in torch.mul(a, b).tolist()}
print(sorted(results))
assert len(results) == 1
