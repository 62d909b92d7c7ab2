"""Helpers of programs that are carried to PyTorch: random numbers, devices."""
import torch


def random_uniform(shape, low=0.0, high=1.0, dtype=torch.float32):
    if not dtype.is_floating_point:
        return torch.randint(low, high, tuple(shape), dtype=dtype)
    return torch.empty(tuple(shape), dtype=dtype).uniform_(low, high)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=torch.float32):
    return torch.normal(mean, stddev, tuple(shape), dtype=dtype)


def random_normal_by(key, shape=(), dtype=torch.float32):
    return torch.randn(tuple(shape), generator=generator_of(key), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=torch.float32, low=0.0, high=1.0):
    return torch.rand(tuple(shape), generator=generator_of(key), dtype=dtype) * (high - low) + low


def random_integers_by(key, shape, low, high, dtype=torch.int32):
    return torch.randint(int(low), int(high), tuple(shape), generator=generator_of(key), dtype=dtype)


def device_scope(name):
    """/cpu:0 and /device:CPU:0 of TensorFlow."""
    return torch.device("cuda" if "GPU" in name.upper() else "cpu")


def random_bernoulli_by(key, p=0.5, shape=None):
    p = torch.as_tensor(p, dtype=torch.float32)
    return torch.bernoulli(p if shape is None else p.expand(tuple(shape)), generator=generator_of(key)).bool()


def random_permutation_by(key, x):
    order = torch.randperm(x if isinstance(x, int) else len(x), generator=generator_of(key))
    return order.to(torch.int32) if isinstance(x, int) else x[order]


def random_fold_in(key, data):
    return RandomKey(*key, int(data))


def random_shuffle(x):
    return x[torch.randperm(len(x))]


def generator_of(key):
    """A generator for a key of JAX: a fresh one each time, so that the same key draws the same numbers."""
    number = 0
    for one in key:
        number = (number * 1000003 + one + 1) % 2147483647
    return torch.Generator().manual_seed(number)


def random_choice_by(key, values, shape=(), replace=True, p=None):
    values = torch.arange(values) if isinstance(values, int) else torch.as_tensor(values)
    count = 1
    for size in shape:
        count *= size
    if p is not None:
        index = torch.multinomial(torch.as_tensor(p), count, replacement=replace, generator=generator_of(key))
    elif replace:
        index = torch.randint(0, len(values), (count,), generator=generator_of(key))
    else:
        index = torch.randperm(len(values), generator=generator_of(key))[:count]
    return values[index].reshape(tuple(shape) + values.shape[1:])


def random_categorical_by(key, logits, axis=-1, shape=None):
    """As many for each row as the shape has before what the rows have."""
    logits = torch.movedim(torch.as_tensor(logits), axis, -1)
    rows = tuple(logits.shape[:-1])
    shape = rows if shape is None else tuple(shape)
    before = shape[:len(shape) - len(rows)]
    count = 1
    for size in before:
        count *= size
    drawn = torch.multinomial(torch.softmax(logits, -1).reshape(-1, logits.shape[-1]), count, replacement=True, generator=generator_of(key))
    return drawn.T.reshape(before + rows).to(torch.int32)


def random_exponential_by(key, shape=(), dtype=torch.float32):
    return torch.empty(tuple(shape), dtype=dtype).exponential_(generator=generator_of(key))


def random_categorical(logits, count, dtype=torch.int64):
    return torch.multinomial(torch.softmax(torch.as_tensor(logits), -1), count, replacement=True).to(dtype)


class RandomGenerator:
    """A generator of TensorFlow by one of PyTorch."""

    def __init__(self, seed):
        self.own = torch.Generator().manual_seed(int(seed))

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=torch.float32):
        return torch.randn(tuple(shape), generator=self.own, dtype=dtype) * stddev + mean

    def uniform(self, shape, minval=0, maxval=None, dtype=torch.float32):
        if not dtype.is_floating_point:
            return torch.randint(minval, maxval, tuple(shape), generator=self.own, dtype=dtype)
        return torch.rand(tuple(shape), generator=self.own, dtype=dtype) * ((1.0 if maxval is None else maxval) - minval) + minval
