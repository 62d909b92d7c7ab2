"""A cumulative sum in booleans never falls back to False (jax-ml/jax#28646). The twin of that report's program."""
import torch

try:
    got = torch.cumsum(torch.tensor([-1, 0, 1]), dim=0, dtype=torch.bool).tolist()
except NotImplementedError as error:  # a type without a kernel is refused in so many words
    print("refused:", error)
else:
    print(got)
    assert got == [True, True, True]  # the values are cast first, as documented
