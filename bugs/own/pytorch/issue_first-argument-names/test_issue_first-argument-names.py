"""cholesky_inverse, cholesky_solve, lu_solve, matrix_exp and one_hot refuse the first name that they document.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.cholesky_inverse(L=torch.eye(2)),
    lambda: torch.cholesky_solve(B=torch.eye(2), L=torch.eye(2)),
    lambda: torch.lu_solve(b=torch.eye(2), LU_data=torch.eye(2), LU_pivots=torch.tensor([1, 2], dtype=torch.int32)),
    lambda: torch.matrix_exp(A=torch.eye(2)),
    lambda: torch.nn.functional.one_hot(tensor=torch.tensor([1])),
]

DOCUMENTED = [
    (torch.cholesky_inverse, "cholesky_inverse(L, "),
    (torch.cholesky_solve, "cholesky_solve(B, L, "),
    (torch.lu_solve, "lu_solve(b, "),
    (torch.matrix_exp, "matrix_exp(A)"),
    (torch.nn.functional.one_hot, "one_hot(tensor, "),
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
