"""Helpers of programs that are carried to any framework: data in batches."""


class Rows:
    """A dataset that knows its length and its elements."""

    def __init__(self, *tensors):
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(one[index] for one in self.tensors)


class Loader:
    """What torch.utils.data.DataLoader is told."""

    def __init__(self, dataset, batch_size=1, shuffle=False, drop_last=False):
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last

    def __len__(self):
        return len(self.dataset) // self.batch_size + (not self.drop_last and len(self.dataset) % self.batch_size > 0)


class Elements:
    """What tf.data gives: elements one by one, made anew for each run over them."""

    def __init__(self, make):
        self.make = make

    def __iter__(self):
        return self.make()

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


def data_zip(*parts):
    parts = parts[0] if len(parts) == 1 else parts
    return Data(lambda: zip(*parts))
