"""einsum of integers narrower than 64 bits, with a letter to add up that only one operand has.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        a = torch.ones(2, 3, dtype=torch.int32)
        out = torch.einsum("ab,cb->c", a, a)
        return str((out.dtype, out.tolist()))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "Long but found Int" in value or "Int but found Long" in value


def right_f():
    value = seen()
    print(value)
    assert value == "(torch.int32, [6, 6])"
