"""torch.special.airy_ai, spherical_bessel_j0 and the scaled Bessel functions refuse input.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import torch

CALLS = [
    lambda: torch.special.airy_ai(input=torch.ones(1)),
    lambda: torch.special.scaled_modified_bessel_k0(input=torch.ones(1)),
    lambda: torch.special.scaled_modified_bessel_k1(input=torch.ones(1)),
    lambda: torch.special.spherical_bessel_j0(input=torch.ones(1)),
]

DOCUMENTED = [
    (torch.special.airy_ai, "airy_ai(input, "),
    (torch.special.spherical_bessel_j0, "spherical_bessel_j0(input, "),
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
