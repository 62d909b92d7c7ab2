"""y[i] += y[i] with the same row twice in i doubles that row once, compiled as well (pytorch/pytorch#138908)."""
import torch


def double_rows(rows, y):
    rows = rows + 10
    y[rows] += y[rows]
    return y


rows = torch.full((1, 2), -10, dtype=torch.int64)
y = torch.arange(8.0).reshape(2, 4) + 1.0
eager = double_rows(rows, y.clone())
compiled = torch.compile(double_rows, dynamic=True)(rows, y.clone())
print("eager", eager.tolist(), "compiled", compiled.tolist())
assert torch.equal(eager, compiled)
