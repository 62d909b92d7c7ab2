"""torch.compile turns an error that the model catches into one of its own.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        def model(x):
            try:
                return x.reshape(7)
            except RuntimeError:
                return x + 1

        torch.compile(model, backend="eager")(torch.ones(4))
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "TorchRuntimeError" in value or "reshape" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
