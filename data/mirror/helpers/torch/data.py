"""Helpers of programs that are carried to PyTorch: data in batches."""
import numpy as np
import torch


class Data(torch.utils.data.IterableDataset):
    """What tf.data gives: elements one by one, made anew for each run over them."""

    def __init__(self, make):
        self.make = make

    def __iter__(self):
        return self.make()

    def as_numpy_iterator(self):
        return (tree_map(lambda leaf: leaf.numpy(), one) for one in self)

    def map(self, function, num_parallel_calls=None):
        return Data(lambda: (function(*one) if isinstance(one, tuple) else function(one) for one in self))

    def filter(self, keeps):
        return Data(lambda: (one for one in self if bool(keeps(*one) if isinstance(one, tuple) else keeps(one))))

    def take(self, count):
        return Data(lambda: (one for _, one in zip(range(int(count)), self)))

    def skip(self, count):
        return Data(lambda: (one for k, one in enumerate(self) if k >= count))

    def repeat(self, count=1):
        return Data(lambda: (one for _ in range(int(count)) for one in self))

    def enumerate(self, start=0):
        return Data(lambda: ((torch.tensor(start + k), one) for k, one in enumerate(self)))

    def concatenate(self, other):
        return Data(lambda: iter(torch.utils.data.ChainDataset([self, other])))

    def reduce(self, state, function):
        for one in self:
            state = function(state, one)
        return state

    def cache(self):
        return self

    def prefetch(self, size):
        return self

    def shuffle(self, size, seed=None):
        return self

    def batch(self, size, drop_remainder=False):
        return Data(lambda: self.batches(int(size), drop_remainder))

    def batches(self, size, drop):
        for one in torch.utils.data.DataLoader(self, batch_size=size, drop_last=drop):
            yield tuple(one) if isinstance(one, list) else one


def data_of(tensors):
    """Numbers of Python get the types that TensorFlow gives them."""
    def tensor(one):
        if isinstance(one, torch.Tensor):
            return one
        array = np.asarray(one)
        narrow = {"int64": "int32", "float64": "float32"} if isinstance(one, list) else {}
        return torch.as_tensor(array.astype(narrow.get(str(array.dtype), array.dtype)))

    parts = tuple(tensor(one) for one in tensors) if isinstance(tensors, tuple) else tensors
    if isinstance(parts, tuple):
        rows = torch.utils.data.TensorDataset(*parts)
        return Data(lambda: (rows[k] for k in range(len(rows))))
    if isinstance(parts, dict):
        parts = {name: tensor(one) for name, one in parts.items()}
        return Data(lambda: ({name: one[k] for name, one in parts.items()} for k in range(len(next(iter(parts.values()))))))
    rows = torch.utils.data.TensorDataset(tensor(parts))
    return Data(lambda: (rows[k][0] for k in range(len(rows))))


def data_range(*ends):
    return Data(lambda: iter(torch.arange(*[int(one) for one in ends])))


def data_zip(*parts):
    parts = parts[0] if len(parts) == 1 else parts
    return Data(lambda: zip(*parts))
