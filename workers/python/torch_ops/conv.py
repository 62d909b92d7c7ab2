"""Convolutions. Padding that torch cannot express is applied before, or cut away after, the convolution."""
import itertools
import math

import torch
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS, constant, positions
from torch_ops.windows import cover, pad_list, windows

_CONV = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}
_TRANSPOSED = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}


def convolve(call, x, w, bias=None):
    rank = x.dim() - 2
    if rank not in _CONV:
        raise Unsupported(f"convolution over {rank} spatial axes")
    win = windows(call, x.shape[2:], call.attr("kernel_shape") or w.shape[2:])
    if win.symmetric:
        padding = win.before
    else:
        x, padding = cover(x, win, 0), 0
    return _CONV[rank](x, w, bias, win.strides, padding, win.dilations, call.attr("group", 1))


@OPS.define("Conv")
def conv(call, x, w, bias=None):
    return convolve(call, x, w, bias)


@OPS.define("ConvTranspose")
def conv_transpose(call, x, w, bias=None):
    rank = x.dim() - 2
    if rank not in _TRANSPOSED:
        raise Unsupported(f"transposed convolution over {rank} spatial axes")
    kernel, size = list(w.shape[2:]), list(x.shape[2:])
    strides, dilations = call.attr("strides") or [1] * rank, call.attr("dilations") or [1] * rank
    extra = call.attr("output_padding") or [0] * rank
    before, after = transposed_pads(call, size, kernel, strides, dilations, extra)
    group = call.attr("group", 1)
    function = _TRANSPOSED[rank]
    fits = all(extra[i] < max(strides[i], dilations[i]) for i in range(rank)) and min(before) >= 0
    if before == after and fits:
        return function(x, w, bias, strides, before, extra, group, dilations)
    y = function(x, w, None, strides, 0, 0, group, dilations)
    y = torch.constant_pad_nd(y, pad_list([-b for b in before], [e - a for e, a in zip(extra, after)]), 0)
    return y if bias is None else y + bias.reshape((-1,) + (1,) * rank)


def transposed_pads(call, size, kernel, strides, dilations, extra):
    """What to cut away at both ends of each axis of the full result."""
    rank = len(size)
    auto, shape = call.attr("auto_pad", "NOTSET"), call.attr("output_shape")
    pads = call.attr("pads") or [0] * (2 * rank)
    if shape is None and auto not in ("SAME_UPPER", "SAME_LOWER"):
        return (pads[:rank], pads[rank:]) if auto == "NOTSET" else ([0] * rank, [0] * rank)
    before, after = [], []
    for i in range(rank):
        wanted = size[i] * strides[i] if shape is None else shape[-rank:][i]
        total = strides[i] * (size[i] - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1 - wanted
        if total < 0:  # the output grows at the far side
            before.append(0)
            after.append(total)
        elif auto == "SAME_UPPER":
            before.append(total // 2)
            after.append(total - total // 2)
        else:
            before.append(total - total // 2)
            after.append(total // 2)
    return before, after


@OPS.define("DeformConv")
def deform_conv(call, x, w, offset, bias=None, mask=None):
    """Samples the input at the moved kernel places, then multiplies with the weights."""
    rank = x.dim() - 2
    group, offset_group = call.attr("group", 1), call.attr("offset_group", 1)
    win = windows(call, x.shape[2:], call.attr("kernel_shape") or w.shape[2:])
    n, c = x.shape[:2]
    taps, cells = math.prod(win.kernel), math.prod(win.out)
    # Coordinates per batch, offset group, tap and output cell.
    moved = offset.reshape(n, offset_group, taps, rank, cells)
    coordinates = []
    for i in range(rank):
        start = positions(win.out[i], x) * win.strides[i] - win.before[i]
        step = positions(win.kernel[i], x) * win.dilations[i]
        shape = [1] * (2 * rank)
        shape[i], shape[rank + i] = win.kernel[i], win.out[i]
        base = (step[:, None] + start[None, :]).reshape(shape).expand(win.kernel + win.out).reshape(taps, cells)
        coordinates.append(moved[:, :, :, i] + base.to(x.dtype))
    sampled = sample_linear(x.reshape(n * offset_group, c // offset_group, *win.size),
                            [p.reshape(n * offset_group, taps * cells) for p in coordinates])
    sampled = sampled.reshape(n, offset_group, c // offset_group, taps, cells)
    if mask is not None:
        sampled = sampled * mask.reshape(n, offset_group, 1, taps, cells)
    columns = sampled.reshape(n, group, c // group * taps, cells)
    y = torch.matmul(w.reshape(group, w.shape[0] // group, -1), columns).reshape([n, w.shape[0]] + win.out)
    return y if bias is None else y + bias.reshape((-1,) + (1,) * rank)


def sample_linear(x, coordinates):
    """x [B, C, s..] interpolated at [B, P] points given per axis, zero outside: [B, C, P]."""
    b, c = x.shape[:2]
    size = list(x.shape[2:])
    flat = x.reshape(b, c, -1)
    floors = [torch.floor(p) for p in coordinates]
    total = None
    for corner in itertools.product((0, 1), repeat=len(size)):
        weight, place, inside = None, None, None
        for i, high in enumerate(corner):
            at = floors[i] + high
            share = coordinates[i] - floors[i]
            share = share if high else 1 - share
            ok = (at >= 0) & (at <= size[i] - 1)
            at = at.clamp(0, size[i] - 1).to(torch.int64)
            weight = share if weight is None else weight * share
            place = at if place is None else place * size[i] + at
            inside = ok if inside is None else inside & ok
        values = torch.gather(flat, 2, place[:, None, :].expand(b, c, -1))
        part = torch.where(inside[:, None, :], values * weight[:, None, :], constant(0, x.dtype, x))
        total = part if total is None else total + part
    return total


@OPS.define("Col2Im")
def col2im(call, x, image_shape, block_shape):
    image, block = call.ints(1), call.ints(2)
    rank = len(image)
    win = windows(call, image, block)
    n = x.shape[0]
    channels = x.shape[1] // math.prod(block)
    if rank == 2 and win.symmetric:
        return F.fold(x, image, block, win.dilations, win.before, win.strides)
    # One axis after the other is not possible: each column adds to its own place of the padded image.
    padded = [image[i] + win.before[i] + win.after[i] for i in range(rank)]
    places = [[[o * win.strides[i] + k * win.dilations[i] for o in range(win.out[i])] for k in range(block[i])]
              for i in range(rank)]
    index = torch.zeros([1] * (2 * rank), dtype=torch.int64, device=x.device)
    for i in range(rank):
        shape = [1] * (2 * rank)
        shape[i], shape[rank + i] = block[i], win.out[i]
        index = index * padded[i] + constant(places[i], torch.int64, x).reshape(shape)
    flat = torch.zeros(n, channels, math.prod(padded), dtype=x.dtype, device=x.device)
    flat = flat.index_add(2, index.reshape(-1), x.reshape(n, channels, -1))
    image_padded = flat.reshape([n, channels] + padded)
    return torch.constant_pad_nd(image_padded, pad_list([-b for b in win.before], [-a for a in win.after]), 0)
