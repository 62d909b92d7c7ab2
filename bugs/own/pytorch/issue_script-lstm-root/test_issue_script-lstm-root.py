"""jit.script of an LSTM itself gives a module without forward.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch


def seen():
    model, x = torch.nn.LSTM(3, 4).eval(), torch.ones(2, 1, 3)
    try:
        return torch.allclose(torch.jit.script(model)(x)[0], model(x)[0])
    except AttributeError as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert "no attribute 'forward'" in str(value)


def right_f():
    value = seen()
    print(value)
    assert value is True
