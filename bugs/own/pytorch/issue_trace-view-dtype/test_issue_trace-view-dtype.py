"""jit.trace of view as another type.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.jit.trace(lambda x: x.view(torch.int32), torch.ones(2))(torch.ones(2))
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "INTERNAL ASSERT" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
