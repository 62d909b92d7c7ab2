"""Helpers of programs that are carried to PyTorch: data in batches."""
import numpy as np
import torch


class Data(Elements, torch.utils.data.IterableDataset):
    def as_numpy_iterator(self):
        return (tree_map(lambda leaf: leaf.numpy(), one) for one in self)

    def enumerate(self, start=0):
        return Data(lambda: ((torch.tensor(start + k), one) for k, one in enumerate(self)))

    def concatenate(self, other):
        return Data(lambda: iter(torch.utils.data.ChainDataset([self, other])))

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
