"""Helpers of programs that are carried to PyTorch: taking, putting, splitting and sorting."""
import torch


def in_top_k(targets, predictions, k):
    wanted = torch.gather(predictions, 1, targets.long()[:, None])
    finite = torch.isfinite(predictions).all(dim=-1)
    return (torch.sum(predictions > wanted, dim=-1) < k) & finite


def with_item(x, index, value):
    """x with x[index] = value."""
    out = x.clone()
    out[index] = value
    return out


def take(x, index, axis=0):
    index = torch.as_tensor(index, dtype=torch.int64)
    taken = torch.index_select(x, axis, index.flatten())
    return taken.reshape(x.shape[:axis] + index.shape + x.shape[axis % x.ndim + 1:])


def gather_nd(x, index):
    return x[tuple(torch.as_tensor(index).long().movedim(-1, 0))]


def scatter_nd_update(x, index, updates):
    out = x.clone()
    out[tuple(torch.as_tensor(index).long().movedim(-1, 0))] = torch.as_tensor(updates, dtype=x.dtype)
    return out


def scatter_nd_add(x, index, updates):
    return x.index_put(tuple(torch.as_tensor(index).long().movedim(-1, 0)), torch.as_tensor(updates), accumulate=True)


def scatter_nd(index, updates, shape):
    updates = torch.as_tensor(updates)
    return scatter_nd_add(torch.zeros(tuple(shape), dtype=updates.dtype), index, updates)


def split_by(x, sizes, axis=0):
    """Into so many parts, or parts of these sizes, as TensorFlow counts."""
    if isinstance(sizes, int):
        sizes = [x.shape[axis] // sizes] * sizes
    return torch.split(x, [int(k) for k in sizes], dim=axis)


def segment_sum(x, index, count):
    """Rows of a negative segment are dropped."""
    index = torch.as_tensor(index).long()
    return torch.zeros((count,) + x.shape[1:], dtype=x.dtype).index_add(0, index[index >= 0], x[index >= 0])


def one_hot(x, count):
    x = torch.as_tensor(x).long()
    return (x[..., None] == torch.arange(count)).float()


def stacked(parts):
    if isinstance(parts[0], (list, tuple)):
        return type(parts[0])(stacked(part) for part in zip(*parts))
    return None if parts[0] is None else torch.stack([torch.as_tensor(part) for part in parts])


def scatter_nd_kept(x, index, updates, kept):
    """The least or the greatest of x and all updates of a place."""
    index, updates, out = torch.as_tensor(index).long(), torch.as_tensor(updates), x.clone()
    for place, value in zip(index.reshape(-1, index.shape[-1]).tolist(), updates.reshape(-1, *updates.shape[index.ndim - 1:])):
        out[tuple(place)] = kept(out[tuple(place)], value)
    return out


def scatter_nd_least(x, index, updates):
    return scatter_nd_kept(x, index, updates, torch.minimum)


def scatter_nd_most(x, index, updates):
    return scatter_nd_kept(x, index, updates, torch.maximum)


def sorted_segment_sum(x, index):
    index = torch.as_tensor(index)
    return segment_sum(x, index, int(index[-1]) + 1 if len(index) else 0)


def segment_sum_of(x, rows, index):
    """Sums of the chosen rows."""
    return sorted_segment_sum(x[torch.as_tensor(rows).long()], index)
