"""The gradient of an embedding in bfloat16 compiles, repeated rows included (pytorch/pytorch#97016)."""
import torch


def gradient(function):
    weight = torch.ones(4, 2, dtype=torch.bfloat16, requires_grad=True)
    function(torch.tensor([0, 1, 1, 3]), weight).sum().backward()
    return weight.grad.tolist()


def chosen(rows, weight):
    return torch.nn.functional.embedding(rows, weight) * 2.0


eager, compiled = gradient(chosen), gradient(torch.compile(chosen))
print("eager", eager, "compiled", compiled)
assert compiled == eager
