"""Helpers of programs that are carried to any framework: assertions of programs."""
import numpy as np


def assert_close(actual, expected, rtol=None, atol=None, equal_nan=False):
    """Fails where they differ by more than rounding, by PyTorch's tolerances."""
    if isinstance(actual, (list, tuple)):
        for one, other in zip(actual, expected):
            assert_close(one, other, rtol, atol, equal_nan)
        return
    actual, expected = np.asarray(actual), np.asarray(expected)
    standard = {"float16": (1e-3, 1e-5), "bfloat16": (1.6e-2, 1e-5), "float32": (1.3e-6, 1e-5), "complex64": (1.3e-6, 1e-5),
                "float64": (1e-7, 1e-7), "complex128": (1e-7, 1e-7)}.get(str(actual.dtype), (0.0, 0.0))
    np.testing.assert_allclose(actual, expected, rtol=standard[0] if rtol is None else rtol,
                               atol=standard[1] if atol is None else atol, equal_nan=equal_nan)
