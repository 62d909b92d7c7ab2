"""Equal elements have equal roots, wherever they stand (tensorflow/tensorflow#31408). The twin of that report's program."""
import torch

different = {}
for length in (1, 7, 100, 1003):
    for value in torch.sqrt(torch.full((length,), 2.0)).tolist():
        different.setdefault(value, length)
print(different)
assert list(different) == [1.4142135381698608]
