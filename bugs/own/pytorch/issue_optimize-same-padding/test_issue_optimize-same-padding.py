"""optimize_for_inference of a convolution with padding="same".

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        model = torch.nn.Sequential(torch.nn.Conv2d(4, 4, 3, padding="same")).eval()
        torch.jit.optimize_for_inference(torch.jit.script(model))
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "INTERNAL ASSERT" in value or "Expected IntList" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
