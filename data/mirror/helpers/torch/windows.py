"""Helpers of programs that are carried to PyTorch: convolution, pooling, padding, resizing."""
import math

import numpy as np
import torch


def lax_convolution(x, weight, strides, padding, dilation=None, groups=1):
    """x: batch, channels, and one to three axes; weight: out, in, and as many."""
    dilation = dilation or (1,) * len(strides)
    pairs = lax_padding(x, weight, strides, padding, dilation)
    x = torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair])
    convolve = (torch.conv1d, torch.conv2d, torch.conv3d)[len(strides) - 1]
    return convolve(x, weight, stride=tuple(strides), dilation=tuple(dilation), groups=groups)


def pad(x, paddings, mode="CONSTANT", value=0):
    """A pair of widths per dimension, as numpy counts."""
    pairs = torch.as_tensor(paddings).reshape(-1, 2).tolist()
    if len(pairs) != x.ndim:
        raise ValueError(f"{len(pairs)} pairs of widths for {x.ndim} dimensions")
    if mode.lower() == "constant":
        return torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair], value=value)
    for axis, (before, after) in enumerate(pairs):
        places = np.pad(np.arange(x.shape[axis]), (before, after), mode=mode.lower())
        x = torch.index_select(x, axis, torch.from_numpy(places))
    return x


def same_padding(x, kernel, strides, dilations=(1, 1), value=0.0):
    """x: batch, channels, height, width, padded the way TensorFlow's SAME does."""
    widths = []
    for size, window, step, spread in zip(x.shape[2:], kernel, strides, dilations):
        total = max((-(-size // step) - 1) * step + (window - 1) * spread + 1 - size, 0)
        widths = [total // 2, total - total // 2] + widths
    return torch.nn.functional.pad(x, widths, value=value)


def conv2d_nhwc(x, filters, strides, padding, dilations=1):
    """x: batch, height, width, channels; filters: height, width, in, out."""
    x = x.permute(0, 3, 1, 2)
    if isinstance(padding, str):
        if padding.upper() == "SAME":
            x = same_padding(x, filters.shape[:2], four(strides), four(dilations))
    else:
        (top, bottom), (first, last) = [tuple(pair) for pair in padding][1:3]
        x = torch.nn.functional.pad(x, (first, last, top, bottom))
    out = torch.nn.functional.conv2d(x, filters.permute(3, 2, 0, 1), stride=four(strides), dilation=four(dilations))
    return out.permute(0, 2, 3, 1)


def depthwise_conv2d_nhwc(x, filters, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, filters.shape[:2], four(strides))
    kernel = filters.permute(2, 3, 0, 1).reshape(-1, 1, *filters.shape[:2])
    return torch.nn.functional.conv2d(x, kernel, stride=four(strides), groups=filters.shape[2]).permute(0, 2, 3, 1)


def conv2d_transpose_nhwc(x, filters, output_shape, strides, padding="SAME"):
    """x: batch, height, width, channels; filters: height, width, out, in."""
    steps, out = four(strides), torch.nn.functional.conv_transpose2d(x.permute(0, 3, 1, 2), filters.permute(3, 2, 0, 1), stride=four(strides))
    for axis, (size, window, step) in enumerate(zip(tuple(output_shape)[1:3], filters.shape[:2], steps), 2):
        whole = max((-(-int(size) // step) - 1) * step + window - int(size), 0) if padding.upper() == "SAME" else 0
        kept = min(int(size), out.shape[axis] - whole // 2)
        out = out.narrow(axis, whole // 2, kept)
        more = [0, 0] * (3 - axis) + [0, int(size) - kept]
        out = torch.nn.functional.pad(out, more)
    return out.permute(0, 2, 3, 1)


def max_pool2d_nhwc(x, ksize, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, four(ksize), four(strides), value=float("-inf"))
    return torch.nn.functional.max_pool2d(x, four(ksize), four(strides)).permute(0, 2, 3, 1)


def avg_pool2d_nhwc(x, ksize, strides, padding):
    pool = lambda y: torch.nn.functional.avg_pool2d(
        same_padding(y, four(ksize), four(strides)) if padding.upper() == "SAME" else y, four(ksize), four(strides))
    x = x.permute(0, 3, 1, 2)
    return (pool(x) / pool(torch.ones_like(x))).permute(0, 2, 3, 1)


def max_pool_with_argmax_nhwc(x, ksize, strides, padding):
    """Maxima and their places in each image."""
    image = x.permute(0, 3, 1, 2)
    wide = same_padding(image, four(ksize), four(strides), value=float("-inf")) if padding.upper() == "SAME" else image
    values, index = torch.nn.functional.max_pool2d(wide, four(ksize), four(strides), return_indices=True)
    top, left = [(now - before) // 2 for now, before in zip(wide.shape[2:], image.shape[2:])]
    index = (index // wide.shape[3] - top) * x.shape[2] + index % wide.shape[3] - left
    channel = torch.arange(x.shape[3])[:, None, None]
    return values.permute(0, 2, 3, 1), (index * x.shape[3] + channel).permute(0, 2, 3, 1)


def moved_axis(x, source, destination):
    return torch.movedim(x, source, destination)


def avg_pool3d_of(x, ksize, strides, padding, data_format="NDHWC"):
    """x: batch, depth, height, width, channels; without padding."""
    if padding != "VALID" or data_format != "NDHWC":
        raise SystemExit(f"no rule for {padding} and {data_format}")
    return torch.nn.functional.avg_pool3d(x.permute(0, 4, 1, 2, 3), tuple(ksize[1:4]), tuple(strides[1:4])).permute(0, 2, 3, 4, 1)


def moved_to(x, have, want):
    """Axes in another order, told by letters."""
    return x.permute([have.index(letter) for letter in want])


def lax_convolution_in(x, weight, strides, padding, order, spread=None, dilation=None, groups=1):
    """With axes in the order that JAX was told: ("NHWC", "HWIO", "NHWC")."""
    axes = "DHW"[3 - len(strides):]
    given, kernel, wanted = order or ("NC" + axes, "OI" + axes, "NC" + axes)
    axes = "".join(letter for letter in given if letter not in "NC")
    x, weight = moved_to(x, given, "NC" + axes), moved_to(weight, kernel, "OI" + axes)
    if spread is not None and any(step != 1 for step in spread):
        wide = torch.zeros(x.shape[:2] + tuple((n - 1) * step + 1 for n, step in zip(x.shape[2:], spread)), dtype=x.dtype)
        wide[(slice(None), slice(None)) + tuple(slice(None, None, step) for step in spread)] = x
        x = wide
    return moved_to(lax_convolution(x, weight, strides, padding, dilation, groups), "NC" + axes, wanted)


def reduce_window(x, init, how, window, strides, padding):
    """A window that moves over all axes; `how` joins two numbers."""
    if isinstance(padding, str):
        pairs = []
        for size, width, step in zip(x.shape, window, strides):
            whole = max((-(-size // step) - 1) * step + width - size, 0) if padding == "SAME" else 0
            pairs.append((whole // 2, whole - whole // 2))
    else:
        pairs = [tuple(pair) for pair in padding]
    init = torch.as_tensor(init, dtype=x.dtype)
    x = torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair], value=init.item())
    moved = [k for k in range(x.ndim) if window[k] > 1 or strides[k] > 1]
    kind = how(torch.tensor(2), torch.tensor(3)).item()
    if x.is_floating_point() and 0 < len(moved) < 4 and (kind, init.item()) in ((3, -math.inf), (5, 0.0)):
        return pooled_over(x, moved, [window[k] for k in moved], [strides[k] for k in moved], kind == 3)
    for axis, (width, step) in enumerate(zip(window, strides)):
        x = x.unfold(axis, width, step)
    out = init
    for part in torch.unbind(x.flatten(-len(window)), dim=-1):
        out = how(out, part)
    return out


def pooled_over(x, moved, size, steps, largest):
    """Pools over some axes, which come last, with all others as one."""
    order = [k for k in range(x.ndim) if k not in moved] + moved
    parts = x.permute(order)
    shape, row = parts.shape[:x.ndim - len(moved)], parts.reshape(1, -1, *parts.shape[x.ndim - len(moved):])
    if largest:
        pool = (torch.nn.functional.max_pool1d, torch.nn.functional.max_pool2d, torch.nn.functional.max_pool3d)[len(moved) - 1]
        out = pool(row, size, steps)
    else:
        pool = (torch.nn.functional.avg_pool1d, torch.nn.functional.avg_pool2d, torch.nn.functional.avg_pool3d)[len(moved) - 1]
        out = pool(row, size, steps) * math.prod(size)
    return out.reshape(*shape, *out.shape[2:]).permute([order.index(k) for k in range(x.ndim)])


def lax_pad(x, value, config):
    """Low, high and inner widths for each axis; negative ones cut off."""
    value = torch.as_tensor(value, dtype=x.dtype)
    for axis, (low, high, inner) in enumerate(config):
        if inner and x.shape[axis]:
            shape = list(x.shape)
            shape[axis] = (shape[axis] - 1) * (inner + 1) + 1
            wide = value.expand(shape).clone()
            wide[(slice(None),) * axis + (slice(None, None, inner + 1),)] = x
            x = wide
        x = torch.nn.functional.pad(x, [0, 0] * (x.ndim - axis - 1) + [low, high], value=value.item())
    return x


def local_response_normalization(x, radius=5, bias=1.0, alpha=1.0, beta=0.5):
    """Over the channels, which stand last; PyTorch divides alpha by the width."""
    width = 2 * radius + 1
    return torch.nn.functional.local_response_norm(x.movedim(-1, 1), width, alpha * width, beta, bias).movedim(1, -1)


def resize_images(x, size, method="bilinear"):
    single, x = x.ndim == 3, torch.as_tensor(x).to(torch.float32)
    image = (x[None] if single else x).permute(0, 3, 1, 2)
    size = [int(n) for n in size]
    if method == "nearest":
        out = torch.nn.functional.interpolate(image, size=size, mode="nearest-exact")
    elif method == "bilinear":
        out = torch.nn.functional.interpolate(image, size=size, mode="bilinear", align_corners=False)
    else:
        raise SystemExit(f"no rule for images that are resized by {method}")
    out = out.permute(0, 2, 3, 1)
    return out[0] if single else out


def resize_to(x, shape, method, antialias=True):
    """The one or two axes whose size changes, seen as height and width."""
    mode = {"nearest": "nearest-exact", "linear": "bilinear", "bilinear": "bilinear", "triangle": "bilinear"}.get(method)
    axes = [k for k, (old, new) in enumerate(zip(x.shape, shape)) if old != new]
    axes = ([k for k in range(x.ndim) if k not in axes][:2 - len(axes)] + axes) if len(axes) < 2 else axes
    if mode is None or len(axes) != 2:
        raise SystemExit(f"no rule for the method {method} on {len(axes)} axes")  # no error that a program could expect
    axes.sort()
    moved = x.movedim(axes, (-2, -1))
    image = moved.reshape(1, -1, *moved.shape[-2:])
    size = tuple(int(shape[k]) for k in axes)
    options = {"align_corners": False, "antialias": antialias} if mode == "bilinear" else {}
    out = torch.nn.functional.interpolate(image, size=size, mode=mode, **options)
    return out.reshape(*moved.shape[:-2], *size).movedim((-2, -1), axes)
