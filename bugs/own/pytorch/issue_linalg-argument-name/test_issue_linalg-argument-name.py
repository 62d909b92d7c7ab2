"""torch.linalg functions (eigh, cholesky, matrix_rank and others) refuse A.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.linalg.eigh(A=torch.eye(2)),
    lambda: torch.linalg.cholesky(A=torch.eye(2)),
    lambda: torch.linalg.matrix_rank(A=torch.eye(2)),
    lambda: torch.linalg.lstsq(A=torch.eye(2), B=torch.eye(2)),
]

DOCUMENTED = [
    (torch.linalg.eigh, "linalg.eigh(A, "),
    (torch.linalg.cholesky, "linalg.cholesky(A, "),
    (torch.linalg.matrix_rank, "linalg.matrix_rank(A, "),
    (torch.linalg.lstsq, "linalg.lstsq(A, "),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def one(call):
    try:
        call()
        return "fine"
    except TypeError:
        return "TypeError"


def seen():
    return [one(call) for call in CALLS]


def test_f():
    value = seen()
    print(value)
    assert value == ["TypeError"] * len(CALLS) and documented()


def right_f():
    value = seen()
    print(value)
    assert value == ["fine"] * len(CALLS) or not documented()
