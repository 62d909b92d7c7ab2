"""arange with a fractional step has ceil((end - start) / step) elements (jax-ml/jax#145). The twin of that report's program."""
import torch

x = torch.arange(0.0, 1.0, 0.1)
print(x.tolist())
assert x.shape == (10,)
assert abs(x[-1].item() - 0.9) < 1e-6
