"""instance_norm that is given running statistics computes the same scripted (pytorch/pytorch#153224)."""
import torch
import torch.nn.functional as F


def normalise(x, mean, variance):
    return F.instance_norm(x, mean, variance)


torch.manual_seed(0)
x = torch.rand(2, 3, 4, 4, dtype=torch.float64) * 5
mean, variance = torch.rand(3, dtype=torch.float64), torch.rand(3, dtype=torch.float64) + 0.5
kept = mean.clone(), variance.clone()
eager = normalise(x, kept[0], kept[1])
scripted = torch.jit.script(normalise)
for run in range(3):
    now = mean.clone(), variance.clone()
    result = scripted(x, now[0], now[1])
    print("run", run, (result - eager).abs().max().item(), (now[0] - kept[0]).abs().max().item())
    torch.testing.assert_close(result, eager)
    torch.testing.assert_close(now, kept)
