"""quantize_dynamic forgets the projection of an LSTM.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    torch.backends.quantized.engine = torch.backends.quantized.supported_engines[-1]
    if "qnnpack" in torch.backends.quantized.supported_engines:
        torch.backends.quantized.engine = "qnnpack"
    model = torch.nn.Sequential()
    model.lstm = torch.nn.LSTM(8, 16, proj_size=8)
    quantised = torch.ao.quantization.quantize_dynamic(model.eval(), {torch.nn.LSTM}, dtype=torch.qint8)
    try:
        return quantised.lstm(torch.ones(2, 3, 8))[0].shape[-1]
    except RuntimeError as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert value == 16 or 'pack' in str(value)


def right_f():
    value = seen()
    print(value)
    assert value == 8
