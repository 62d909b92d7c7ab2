"""Indices beyond the tensor raise an exception in compiled code; the process lives on (pytorch/pytorch#126691)."""
import torch


def reversed_rows(a):
    rows = torch.arange(start=1, end=-a.numel() - 1, step=-1)
    return a[rows]


def outcome(function, a):
    try:
        return "values of shape " + str(tuple(function(a).shape))
    except Exception as error:
        return "refused: " + type(error).__name__


a = torch.ones(64, 16)
eager, compiled = outcome(reversed_rows, a), outcome(torch.compile(reversed_rows), a)
print("eager", eager, "compiled", compiled)
assert eager.startswith("refused")
assert compiled.startswith("refused")
