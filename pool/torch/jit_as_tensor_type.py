"""as_tensor of a tensor keeps its element type when scripted (pytorch/pytorch#85585)."""
import torch


def same(data):
    return torch.as_tensor(data)


x = torch.tensor(2.25, dtype=torch.bfloat16)
eager, scripted = same(x), torch.jit.script(same)(x)
print("eager", eager.dtype, "scripted", scripted.dtype)
assert scripted.dtype == eager.dtype
