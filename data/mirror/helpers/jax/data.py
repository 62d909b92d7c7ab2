"""Helpers of programs that are carried to JAX, which has nothing for data: batches of it."""
import jax
import jax.numpy as jnp
import numpy as np


class Batches(Loader):
    """What torch.utils.data.DataLoader gives."""

    def __iter__(self):
        for k in range(len(self)):
            rows = [self.dataset[i] for i in range(k * self.batch_size, min((k + 1) * self.batch_size, len(self.dataset)))]
            batch = jax.tree.map(lambda *parts: jnp.stack([jnp.asarray(one) for one in parts]), *rows)
            yield list(batch) if isinstance(batch, tuple) else batch


class Data(Elements):
    def as_numpy_iterator(self):
        return (jax.tree.map(np.asarray, one) for one in self)

    def enumerate(self, start=0):
        return Data(lambda: ((jnp.asarray(start + k), one) for k, one in enumerate(self)))

    def concatenate(self, other):
        return Data(lambda: (one for part in (self, other) for one in part))

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
