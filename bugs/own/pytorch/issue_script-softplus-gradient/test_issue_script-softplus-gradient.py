"""the gradient of Softplus(threshold=0) in a script is wrong from the second run on.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.softplus = torch.nn.Softplus(threshold=0)

    def forward(self, x):
        return self.softplus(x + x)


def seen():
    model = torch.jit.script(Model())
    for _ in range(4):
        x = torch.full((3,), -0.3, requires_grad=True)
        model(x).sum().backward()
    return x.grad[0].item()


def test_f():
    value = seen()
    print(value)
    assert abs(value - 2.0) < 1e-3


def right_f():
    value = seen()
    print(value)
    assert abs(value - 0.7087) < 1e-3
