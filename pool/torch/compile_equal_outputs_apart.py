"""Two equal results, one of them with gradients, stay two tensors (pytorch/pytorch#114338)."""
import torch


def twice(x):
    with torch.enable_grad():
        first = x + 1
    return first, x + 1


x = torch.ones(3, requires_grad=True)
with torch.no_grad():
    eager, compiled = twice(x), torch.compile(twice, backend="aot_eager")(x)
needs = [[value.requires_grad for value in values] for values in (eager, compiled)]
print("needs gradients: eager", needs[0], "compiled", needs[1])
assert compiled[0] is not compiled[1]
assert needs[0] == needs[1]
