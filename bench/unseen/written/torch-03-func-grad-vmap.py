import torch
from torch.func import grad, vmap


def loss(w, x, y):
    pred = torch.dot(w, x)
    return (pred - y) ** 2


w = torch.tensor([0.5, -1.0, 2.0])
xs = torch.arange(12, dtype=torch.float32).reshape(4, 3)
ys = torch.ones(4)
per_sample = vmap(grad(loss), in_dims=(None, 0, 0))(w, xs, ys)
print(per_sample.shape)
for i in range(4):
    expected = 2 * (torch.dot(w, xs[i]) - ys[i]) * xs[i]
    torch.testing.assert_close(per_sample[i], expected)
