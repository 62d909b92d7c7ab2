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
    """Rows of a negative or too great segment are dropped."""
    index = torch.as_tensor(index).long()
    kept = (index >= 0) & (index < count)
    return torch.zeros((count,) + x.shape[index.ndim:], dtype=x.dtype).index_add(0, index[kept], x[kept])


def one_hot(x, count):
    """PyTorch refuses places that are not there; TensorFlow gives them zeros."""
    x = torch.as_tensor(x).long()
    there = (x >= 0) & (x < count)
    return torch.nn.functional.one_hot(torch.where(there, x, 0), count).float() * there[..., None]


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


def take_by(x, index, axis=0, mode="fill"):
    """Places beyond the ends clipped, wrapped around, or filled with NaN or the least number."""
    index, size = torch.as_tensor(index).long(), x.shape[axis]
    if mode == "wrap":
        return take(x, index % size, axis)
    if mode == "clip":
        return take(x, torch.clamp(index, 0, size - 1), axis)
    inside = (index >= -size) & (index < size)
    taken = take(x, torch.where(inside, index % size, 0), axis)
    axis = axis % x.ndim
    value = float("nan") if x.is_floating_point() else True if x.dtype == torch.bool else torch.iinfo(x.dtype).min
    return torch.where(inside.reshape(inside.shape + (1,) * (x.ndim - axis - 1)), taken, value)


def unique_with(x, index=False, inverse=False, counts=False):
    values, places, amounts = torch.unique(x, return_inverse=True, return_counts=True)
    first = torch.full(values.shape, x.numel()).scatter_reduce(0, places.flatten(), torch.arange(x.numel()), "amin")
    out = (values,) + ((first,) if index else ()) + ((places,) if inverse else ()) + ((amounts,) if counts else ())
    return out if len(out) > 1 else values


def unique_in_order(x, counted=False):
    """Values in the order in which they come first, as TensorFlow has them."""
    values, places, counts = torch.unique(x, return_inverse=True, return_counts=True)
    first = torch.full(values.shape, x.numel()).scatter_reduce(0, places, torch.arange(x.numel()), "amin")
    order = torch.argsort(first)
    out = values[order], torch.argsort(order)[places].to(torch.int32)
    return out + (counts[order].to(torch.int32),) if counted else out


def common_elements(x, y):
    x = torch.unique(x)
    return x[torch.isin(x, y)]


def selected(conditions, choices, value=0):
    """The choice of the first condition that holds."""
    out = torch.as_tensor(value)
    for condition, choice in zip(reversed(conditions), reversed(choices)):
        out = torch.where(torch.as_tensor(condition), torch.as_tensor(choice), out)
    return out


def slice_of(x, starts, stops, steps=None):
    return x[tuple(slice(int(a), int(b), int(c)) for a, b, c in zip(starts, stops, steps or [1] * x.ndim))]


def slice_in_dim(x, start, stop, step=1, axis=0):
    size = x.shape[axis]
    start, stop = 0 if start is None else start, size if stop is None else stop
    start, stop = start + size if start < 0 else start, stop + size if stop < 0 else stop
    return x[(slice(None),) * (axis % x.ndim) + (slice(start, stop, step),)]


def kept_inside(start, size, width):
    """A start from which `width` places are there."""
    start = int(start)
    return min(max(start + size if start < 0 else start, 0), size - width)


def dynamic_slice(x, starts, sizes):
    for axis, (start, width) in enumerate(zip(starts, sizes)):
        x = x.narrow(axis, kept_inside(start, x.shape[axis], width), width)
    return x


def dynamic_slice_in_dim(x, start, size, axis=0):
    return x.narrow(axis, kept_inside(start, x.shape[axis], size), size)


def dynamic_update_slice(x, update, starts):
    update = torch.as_tensor(update, dtype=x.dtype)
    starts = [kept_inside(start, size, width) for start, size, width in zip(starts, x.shape, update.shape)]
    return with_item(x, tuple(slice(a, a + n) for a, n in zip(starts, update.shape)), update)


def segment_reduced(x, index, count, how, empty):
    """A value of each segment; those of a negative or too great number are dropped, and `empty` stands where none is."""
    x, index = torch.as_tensor(x), torch.as_tensor(index).long()
    rows = x.reshape((index.numel(),) + x.shape[index.ndim:])
    index = index.flatten()
    kept = (index >= 0) & (index < count)
    places = index[kept].reshape((-1,) + (1,) * (rows.ndim - 1)).expand(rows[kept].shape)
    out = torch.full((count,) + rows.shape[1:], empty, dtype=x.dtype)
    return out.scatter_reduce(0, places, rows[kept], how, include_self=False)


def segment_count(index, count=None):
    return int(torch.as_tensor(index).max()) + 1 if count is None else int(count)


def segment_most(x, index, count=None):
    least = float("-inf") if x.is_floating_point() else torch.iinfo(x.dtype).min
    return segment_reduced(x, index, segment_count(index, count), "amax", least)


def segment_least(x, index, count=None):
    most = float("inf") if x.is_floating_point() else torch.iinfo(x.dtype).max
    return segment_reduced(x, index, segment_count(index, count), "amin", most)


def segment_product(x, index, count=None):
    return segment_reduced(x, index, segment_count(index, count), "prod", 1)


def segment_sum_all(x, index):
    return segment_sum(x, index, segment_count(index))


def segment_mean(x, index, count):
    return segment_reduced(x, index, count, "mean", 0)


def sorted_segment_reduced(x, index, how, empty):
    return segment_reduced(x, index, segment_count(index), how, empty)


def sorted_segment_mean(x, index):
    return segment_mean(x, index, segment_count(index))


def take_batched(x, index, axis=None, count=0):
    """From each part of the first `count` axes on its own."""
    index = torch.as_tensor(index).long()
    axis = count if axis is None else axis
    if count == 0:
        return take(x, index, axis)
    axis = axis % x.ndim
    return torch.stack([take_batched(one, places, axis - 1, count - 1) for one, places in zip(x, index)])


def slice_by_size(x, begin, size):
    """-1: all that follow."""
    begin, size = torch.as_tensor(begin).tolist(), torch.as_tensor(size).tolist()
    for axis, (start, width) in enumerate(zip(begin, size)):
        x = x.narrow(axis, start, x.shape[axis] - start if width == -1 else width)
    return x


def strided_slice(x, begin, end, strides=None):
    begin, end = torch.as_tensor(begin).tolist(), torch.as_tensor(end).tolist()
    strides = [1] * len(begin) if strides is None else torch.as_tensor(strides).tolist()
    for axis, part in enumerate(zip(begin, end, strides)):
        places = range(x.shape[axis])[slice(*part)]
        x = torch.index_select(x, axis, torch.tensor(list(places), dtype=torch.int64))
    return x


def boolean_mask(x, mask):
    return torch.as_tensor(x)[torch.as_tensor(mask, dtype=torch.bool)]


def sequence_mask(lengths, size=None, dtype=torch.bool):
    lengths = torch.as_tensor(lengths)
    return (torch.arange(int(lengths.max()) if size is None else int(size)) < lengths[..., None]).to(dtype)


def one_hot_of(x, count, on=None, off=None, axis=-1, dtype=None):
    kind = dtype or next((torch.as_tensor(one).dtype for one in (on, off) if one is not None), torch.float32)
    on, off = torch.as_tensor(1 if on is None else on, dtype=kind), torch.as_tensor(0 if off is None else off, dtype=kind)
    x = torch.as_tensor(x).long()
    there = (x >= 0) & (x < count)
    hot = torch.nn.functional.one_hot(torch.where(there, x, 0), count).bool() & there[..., None]
    return torch.where(hot, on, off).movedim(-1, axis)


def space_to_depth(x, size):
    """TensorFlow has the place in the block before the channel, PyTorch behind it."""
    out = torch.nn.functional.pixel_unshuffle(x.permute(0, 3, 1, 2), size)
    parts = out.reshape(out.shape[0], x.shape[3], size * size, *out.shape[2:])
    return parts.permute(0, 3, 4, 2, 1).reshape(out.shape[0], *out.shape[2:], -1)


def depth_to_space(x, size):
    n, h, w, c = x.shape
    channels = x.reshape(n, h, w, size * size, c // size ** 2).permute(0, 4, 3, 1, 2).reshape(n, c, h, w)
    return torch.nn.functional.pixel_shuffle(channels, size).permute(0, 2, 3, 1)


def assign(variable, value):
    """Shapes must be the same: nothing is spread."""
    value = torch.as_tensor(value)
    if variable.shape != value.shape:
        raise ValueError(f"a value of shape {tuple(value.shape)} for a variable of shape {tuple(variable.shape)}")
    variable.copy_(value)


def stepped(x, index):
    """x[index] with slices that step backwards."""
    index = list(index) if isinstance(index, tuple) else [index]
    used = sum(one is not None and one is not Ellipsis for one in index)
    axis = 0
    for place, one in enumerate(index):
        if isinstance(one, slice) and one.step is not None and one.step < 0:
            places = list(range(x.shape[axis]))[one]
            x, index[place] = torch.index_select(x, axis, torch.tensor(places, dtype=torch.int64)), slice(None)
        axis += 0 if one is None else x.ndim - used if one is Ellipsis else 1
    return x[tuple(index)]


def bincount_of(x, length):
    """Places beyond the length are dropped."""
    return torch.bincount(torch.as_tensor(x).flatten(), minlength=length)[:length]


def with_added(x, index, value):
    """x with x[index] += value; a place that the index names twice gets both."""
    out, places = x.clone(), index if isinstance(index, tuple) else (index,)
    if any(isinstance(one, slice) or one is None or one is Ellipsis for one in places):
        out[index] += value
        return out
    return out.index_put_(tuple(torch.as_tensor(one) for one in places), torch.as_tensor(value, dtype=x.dtype), accumulate=True)
