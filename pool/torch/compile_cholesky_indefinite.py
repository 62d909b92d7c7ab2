"""linalg.cholesky raises on an indefinite matrix; compiled code must do so, too (pytorch/pytorch#182965)."""
import torch

matrix = torch.tensor([[1.0, 2.0], [2.0, 1.0]])  # eigenvalues 3 and -1


def factor(a):
    return torch.linalg.cholesky(a)


def outcome(function):
    try:
        return "factor " + str(function(matrix).tolist())
    except RuntimeError as error:
        return "refused: " + str(error).splitlines()[0]


eager = outcome(factor)
compiled = outcome(torch.compile(factor, fullgraph=True))
print("eager   ", eager)
print("compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
