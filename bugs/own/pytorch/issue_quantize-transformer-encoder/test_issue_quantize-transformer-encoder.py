"""a quantised TransformerEncoder fails on its fast path.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.backends.quantized.engine = "qnnpack"
        layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
        model = torch.nn.TransformerEncoder(layer, 1).eval()
        quantised = torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear})
        with torch.no_grad():
            quantised(torch.ones(1, 3, 8))
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "has no attribute 'device'" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
