"""A product of float16 and float32 matrices of rank 3 is refused; compiling must not change that (pytorch/pytorch#177630)."""
import torch


def product(a, b):
    return torch.matmul(a, b)


def outcome(function):
    torch.manual_seed(0)
    try:
        return str(function(torch.ones(2, 3, 4, dtype=torch.float16), torch.ones(2, 4, 3)).dtype)
    except RuntimeError as error:
        return "refused: " + str(error).splitlines()[0]


eager = outcome(product)
compiled = outcome(torch.compile(product, fullgraph=True))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused") == compiled.startswith("refused")
