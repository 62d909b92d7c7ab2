"""On CUDA a recurrent layer refuses an initial state that is a transposed view.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import torch


def seen():
    layer = torch.nn.RNN(1, 1, bidirectional=True).cuda()
    state = torch.zeros(2, 2, 1, device="cuda").transpose(0, 1)
    try:
        return list(layer(torch.zeros(1, 2, 1, device="cuda"), state)[0].shape)
    except RuntimeError as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert "not contiguous" in value


def right_f():
    value = seen()
    print(value)
    assert value == [1, 2, 2]
