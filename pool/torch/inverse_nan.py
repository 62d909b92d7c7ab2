"""The inverse of a matrix of NaNs holds no numbers (jax-ml/jax#28637). The twin of that report's program."""
import torch

try:
    got = torch.linalg.inv(torch.full((2, 2), float("nan")))
except RuntimeError as error:  # a matrix that cannot be inverted may be refused
    print("refused:", str(error).splitlines()[0])
else:
    print(got.tolist())
    assert torch.isnan(got).all()
