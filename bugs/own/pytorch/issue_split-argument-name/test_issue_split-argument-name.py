"""hsplit, vsplit and dsplit refuse indices_or_sections.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.hsplit(torch.ones(2, 2, 2), indices_or_sections=2),
    lambda: torch.vsplit(torch.ones(2, 2, 2), indices_or_sections=2),
    lambda: torch.dsplit(torch.ones(2, 2, 2), indices_or_sections=2),
]

DOCUMENTED = [
    (torch.hsplit, "hsplit(input, indices_or_sections)"),
    (torch.dsplit, "dsplit(input, indices_or_sections)"),
]


def documented():
    return all(text in " ".join(thing.__doc__.split()) for thing, text in DOCUMENTED)


def one(call):
    try:
        call()
        return "fine"
    except TypeError:
        return "TypeError"


def seen():
    return [one(call) for call in CALLS]


def test_f():
    value = seen()
    print(value)
    assert value == ["TypeError"] * len(CALLS) and documented()


def right_f():
    value = seen()
    print(value)
    assert value == ["fine"] * len(CALLS) or not documented()
