"""Helpers of programs that are carried to JAX, which has nothing for data: batches of it."""
import jax
import jax.numpy as jnp
import numpy as np


class Rows:
    """A dataset that knows its length and its elements."""

    def __init__(self, *tensors):
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(one[index] for one in self.tensors)


class Batches:
    """What torch.utils.data.DataLoader gives."""

    def __init__(self, dataset, batch_size=1, shuffle=False, drop_last=False):
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last

    def __len__(self):
        return len(self.dataset) // self.batch_size + (not self.drop_last and len(self.dataset) % self.batch_size > 0)

    def __iter__(self):
        for k in range(len(self)):
            rows = [self.dataset[i] for i in range(k * self.batch_size, min((k + 1) * self.batch_size, len(self.dataset)))]
            batch = jax.tree.map(lambda *parts: jnp.stack([jnp.asarray(one) for one in parts]), *rows)
            yield list(batch) if isinstance(batch, tuple) else batch


class Data:
    """What tf.data gives: elements one by one, made anew for each run over them."""

    def __init__(self, make):
        self.make = make

    def __iter__(self):
        return self.make()

    def as_numpy_iterator(self):
        return (jax.tree.map(np.asarray, one) for one in self)

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
        return Data(lambda: ((jnp.asarray(start + k), one) for k, one in enumerate(self)))

    def concatenate(self, other):
        return Data(lambda: (one for part in (self, other) for one in part))

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
        rows = []
        for one in self:
            rows.append(one)
            if len(rows) == size:
                yield jax.tree.map(lambda *parts: jnp.stack(parts), *rows)
                rows = []
        if rows and not drop:
            yield jax.tree.map(lambda *parts: jnp.stack(parts), *rows)


def data_of(tensors):
    tensors = jax.tree.map(jnp.asarray, tensors, is_leaf=lambda one: isinstance(one, list))
    count = len(jax.tree.leaves(tensors)[0])
    return Data(lambda: (jax.tree.map(lambda one: one[k], tensors) for k in range(count)))


def data_range(*ends):
    return Data(lambda: (jnp.asarray(k) for k in range(*[int(one) for one in ends])))


def data_zip(*parts):
    parts = parts[0] if len(parts) == 1 else parts
    return Data(lambda: zip(*parts))
