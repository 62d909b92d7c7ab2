"""A module that writes into another part of its buffer each time does so compiled as well (pytorch/pytorch#111785)."""
import torch


class Selecting(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(4, 6))
        self.current = self.table

    def choose(self, row: int):
        self.current = self.table[row:row + 1]

    def forward(self, x):
        self.current.copy_(x)


def fill(forward, model):
    for row in range(4):
        model.choose(row)
        forward(torch.full((1, 6), row + 1.0))
    return model.table[:, 0].tolist()


plain, model = Selecting(), Selecting()
eager, compiled = fill(plain, plain), fill(torch.compile(model, backend="eager"), model)
print("eager", eager, "compiled", compiled)
assert compiled == eager
