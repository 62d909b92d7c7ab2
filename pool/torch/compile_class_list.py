"""A list of the class keeps what a compiled forward appends to it (pytorch/pytorch#169253)."""
import torch


class Collecting(torch.nn.Module):
    items = []

    def forward(self, x):
        Collecting.items.append(x)
        return x + 1.0


model = Collecting()
model.forward = torch.compile(model.forward, backend="eager")
model(torch.ones(2, 4))
model(torch.ones(2, 4))
print(len(Collecting.items), "items")
assert len(Collecting.items) == 2
