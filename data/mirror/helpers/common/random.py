"""Helpers of programs that are carried to any framework: random numbers, devices."""
import numpy as np


def initial_weights(shape, bound):
    """Weights that nobody chose."""
    return np.random.RandomState(0).uniform(-bound, bound, shape).astype("float32")


def random_key(seed):
    return RandomKey(int(seed))


def random_split(key, num=2):
    return [RandomKey(*key, k) for k in range(num)]


class RandomKey:
    """A key of JAX: the same one draws the same numbers."""

    def __init__(self, *parts):
        self.parts = parts

    def __iter__(self):
        return iter(self.parts)
