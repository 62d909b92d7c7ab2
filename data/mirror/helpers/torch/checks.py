"""Helpers of programs that are carried to PyTorch: assertions of programs."""
import torch


def assert_near(x, y, rtol=None, atol=None):
    torch.testing.assert_close(x, y, rtol=1e-6 if rtol is None else rtol, atol=1e-6 if atol is None else atol)


def check_numerics(x, message):
    if not torch.isfinite(x).all():
        raise ValueError(message)
    return x


def assert_that(holds):
    """An error of the framework, as TensorFlow's own are, where it does not hold everywhere."""
    if not torch.as_tensor(holds).all():
        raise RuntimeError("a condition does not hold for all elements")
