"""Helpers of programs that are carried to PyTorch: random numbers, devices."""
import numpy as np
import torch


def random_uniform(shape, low=0.0, high=1.0, dtype=torch.float32):
    if not dtype.is_floating_point:
        return torch.randint(low, high, tuple(shape), dtype=dtype)
    return torch.empty(tuple(shape), dtype=dtype).uniform_(low, high)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=torch.float32):
    return torch.normal(mean, stddev, tuple(shape), dtype=dtype)


def random_normal_by(key, shape=(), dtype=torch.float32):
    return torch.tensor(np.random.default_rng(key).standard_normal(shape), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=torch.float32, low=0.0, high=1.0):
    return torch.tensor(np.random.default_rng(key).uniform(low, high, shape), dtype=dtype)


def random_integers_by(key, shape, low, high, dtype=torch.int32):
    return torch.tensor(np.random.default_rng(key).integers(low, high, shape), dtype=dtype)


def device_scope(name):
    """/cpu:0 and /device:CPU:0 of TensorFlow."""
    return torch.device("cuda" if "GPU" in name.upper() else "cpu")


def random_bernoulli_by(key, p=0.5, shape=None):
    shape = tuple(torch.as_tensor(p).shape) if shape is None else shape
    return random_uniform_by(key, shape) < p


def random_permutation_by(key, x):
    order = torch.tensor(np.random.default_rng(key).permutation(x if isinstance(x, int) else len(x)))
    return order.to(torch.int32) if isinstance(x, int) else x[order]


def random_fold_in(key, data):
    return key + (int(data),)


def random_shuffle(x):
    return x[torch.randperm(len(x))]
