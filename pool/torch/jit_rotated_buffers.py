"""Three tensors that change places in a loop stay three tensors when scripted (pytorch/pytorch#75794)."""
import torch


def rotate(n: int):
    a, b, c = torch.zeros(1), torch.zeros(1), torch.zeros(1)
    seen = torch.zeros(n)
    for i in range(n):
        a, b, c = c, a, b
        a[0] += 1.0
        seen[i] = a[0]
    return seen


eager = rotate(3)
scripted = torch.jit.script(rotate)
results = [scripted(3) for _ in range(3)]  # the executor optimises after the first runs
print(eager.tolist(), [r.tolist() for r in results])
for result in results:
    assert torch.equal(result, eager)
