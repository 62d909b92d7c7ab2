"""On CUDA instance_norm refuses tensors of six dimensions.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import torch


def seen():
    w = torch.ones(2, device="cuda")
    try:
        return list(torch.instance_norm(torch.ones(6, 2, 3, 2, 1, 3, device="cuda"), w, w, None, None, True, 0.0, 1e-5, False).shape)
    except RuntimeError as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert "Expected 2 to 5 dimensions" in value


def right_f():
    value = seen()
    print(value)
    assert value == [6, 2, 3, 2, 1, 3]
