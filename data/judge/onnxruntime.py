import numpy as np


def array(x):
    """A tensor as numpy sees it, or None."""
    if isinstance(x, onnxruntime.OrtValue):
        return x.numpy() if x.has_value() and x.is_tensor() else None
    return x if isinstance(x, np.ndarray) else None
