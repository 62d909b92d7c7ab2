"""fill_diagonal_ with a value taken from a tensor by item() must compile as a whole (pytorch/pytorch#163420)."""
import torch

torch._dynamo.config.capture_scalar_outputs = True


def filled(value, matrix):
    out = matrix.clone()
    out.fill_diagonal_(value.item())
    return out


value, matrix = torch.tensor(7), torch.zeros(3, 3, dtype=torch.int64)
eager = filled(value, matrix)
compiled = torch.compile(filled, fullgraph=True)(value, matrix)
print(compiled.tolist())
assert torch.equal(compiled, eager)
