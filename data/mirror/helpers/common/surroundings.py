"""Helpers of programs that are carried to any framework: machines, generators, what a tensor tells of itself."""
import types

import numpy as np


class Generator:
    """A generator of PyTorch: what it is given to draws from the framework's own."""

    def manual_seed(self, seed):
        self.given = seed
        return self

    def initial_seed(self):
        return self.given


def physical_devices(kind=None):
    return [] if kind == "GPU" else [types.SimpleNamespace(name="/physical_device:CPU:0", device_type="CPU")]


def strides_of(x):
    """Of a tensor that lies in memory without gaps."""
    return tuple(int(np.prod(x.shape[k + 1:])) for k in range(len(x.shape)))
