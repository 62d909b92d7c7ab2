"""quantised engines that fail are listed as supported.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        if "fbgemm" not in torch.backends.quantized.supported_engines:
            return "fine"
        torch.backends.quantized.engine = "fbgemm"
        torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(2, 2)), {torch.nn.Linear})(torch.ones(1, 2))
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "unknown architecure" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
