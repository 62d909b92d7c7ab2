"""interpolate and Upsample refuse the documented default of align_corners.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

DOCUMENTED = [
    (torch.nn.functional.interpolate, "align_corners (bool, optional)"),
    (torch.nn.functional.interpolate, "Default: ``False``"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def seen():
    """What it gives, or the error that it ends with."""
    try:
        torch.nn.functional.interpolate(torch.ones(1, 1, 4), scale_factor=2, align_corners=False)
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert value.startswith("ValueError") and "align_corners" in value and documented()


def right_f():
    value = seen()
    print(value)
    assert value == "fine" or not documented()
