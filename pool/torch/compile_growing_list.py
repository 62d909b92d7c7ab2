"""A loop over a list visits what is appended to it meanwhile (pytorch/pytorch#175855)."""
import torch


class Growing(torch.nn.Module):
    def forward(self, x):
        values = [x.sum()]

        def grow():
            for item in values:
                if len(values) < 3:
                    values.append(item + 1)
                yield item

        return torch.stack(list(grow())).sum()


model, x = Growing(), torch.ones(1)
eager, compiled = model(x).item(), torch.compile(model, backend="eager")(x).item()
print("eager", eager, "compiled", compiled)
assert compiled == eager == 6.0
