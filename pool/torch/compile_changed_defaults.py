"""Functions of one definition with different defaults are told apart when one is passed to compiled code (pytorch/pytorch#178365)."""
import torch


def shifted(x, function):
    return function(x) * 2.0


compiled = torch.compile(shifted, backend="eager", fullgraph=True)
x, results = torch.zeros(2), []
for step in range(3):
    def shift(x, offset=step):
        return x + offset

    results.append(compiled(x, shift)[0].item())
print(results)
assert results == [0.0, 2.0, 4.0]
