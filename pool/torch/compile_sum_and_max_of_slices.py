"""The order in which two results are returned does not change them (pytorch/pytorch#113015)."""
import torch


def sum_first(x):
    steps = x[-1850::43]
    return steps.sum(0), torch.max(x[-1850:-1849], -steps)


def max_first(x):
    steps = x[-1850::43]
    return torch.max(x[-1850:-1849], -steps), steps.sum(0)


x = torch.arange(2000, dtype=torch.float32).remainder(17.0) - 8.0
total, largest = torch.compile(sum_first)(x)
largest_too, total_too = torch.compile(max_first)(x)
eager = sum_first(x)
print("eager", eager[0].item(), "compiled", total.item(), "and", total_too.item())
torch.testing.assert_close(total, eager[0])
torch.testing.assert_close(total_too, eager[0])
assert torch.equal(largest, eager[1])
assert torch.equal(largest_too, eager[1])
