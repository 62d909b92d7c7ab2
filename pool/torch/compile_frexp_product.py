"""Mantissa times exponent of frexp mixes float32 and int32, which the C++ backend once could not compile (pytorch/pytorch#143729)."""
import torch


def parts(x):
    mantissa, exponent = torch.frexp(x)
    return mantissa * exponent


x = torch.tensor([[0.75], [-3.0], [10.0], [0.1]])
eager = parts(x)
compiled = torch.compile(parts)(x)
print(eager.flatten().tolist(), compiled.flatten().tolist())
torch.testing.assert_close(compiled, eager, rtol=0, atol=0)
