"""A row changed in place is changed in the tensor, which is returned itself (pytorch/pytorch#90759)."""
import torch


def first_row(x):
    x[0].relu_()
    return x


x = -torch.ones(2, 3)
result = torch.compile(first_row, backend="aot_eager")(x)
print(result.tolist(), "the input itself:", result is x)
assert result is x
assert x.tolist() == [[0.0, 0.0, 0.0], [-1.0, -1.0, -1.0]]
