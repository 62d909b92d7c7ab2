"""Helpers of programs that are carried to any framework: assertions of programs."""
import unittest

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


class TensorTestCase(unittest.TestCase):
    """The checks that tf.test.TestCase adds."""

    def assertAllEqual(self, a, b, msg=None):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b), err_msg=msg or "")

    def assertAllClose(self, a, b, rtol=1e-6, atol=1e-6, msg=None):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=atol, err_msg=msg or "")

    def assertShapeEqual(self, a, b, msg=None):
        self.assertEqual(tuple(a.shape), tuple(b.shape), msg)
