"""a pruned layer cannot be copied.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import copy

import torch
import torch.nn.utils.prune


def seen():
    """What it gives, or the error that it ends with."""
    try:
        layer = torch.nn.utils.prune.l1_unstructured(torch.nn.Linear(2, 2), 'weight', amount=0.5)
        copy.deepcopy(layer)
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "Only Tensors created explicitly by the user" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
