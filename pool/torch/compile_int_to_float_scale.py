"""A float product of a tensor converted from int32: once the vectorised code did not compile (pytorch/pytorch#97124)."""
import torch


def scaled():
    a = torch.full([1, 2], 3, dtype=torch.int32)
    return (a + a).to(torch.float32) * 0.8


eager = scaled()
compiled = torch.compile(scaled)()
print(eager.tolist(), compiled.tolist())
assert compiled.dtype == torch.float32
torch.testing.assert_close(compiled, eager, rtol=0, atol=0)
