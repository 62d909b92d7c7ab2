"""Geometry of sliding windows, shared by convolutions and poolings: sizes only, all known in advance."""
import dataclasses

import torch

from assay_worker import Unsupported
from torch_ops.base import constant


@dataclasses.dataclass
class Windows:
    """Windows over the spatial axes; all lists have one entry per such axis."""
    size: list  # of the input
    kernel: list
    strides: list
    dilations: list
    before: list  # padding
    after: list
    out: list  # number of windows
    ceil: bool  # the number was rounded up

    @property
    def symmetric(self):
        return self.before == self.after

    def extent(self, i):
        return (self.kernel[i] - 1) * self.dilations[i] + 1

    def last(self, i):
        """How far beyond the input's end the last window reaches (negative: elements that no window sees)."""
        return (self.out[i] - 1) * self.strides[i] - self.before[i] + self.extent(i) - self.size[i]


def windows(call, size, kernel):
    """Reads strides, dilations, pads, auto_pad and ceil_mode of a convolution or pooling over `size`."""
    rank = len(size)
    strides = call.attr("strides") or [1] * rank
    dilations = call.attr("dilations") or [1] * rank
    pads = call.attr("pads") or [0] * (2 * rank)
    auto = call.attr("auto_pad", "NOTSET")
    ceil = bool(call.attr("ceil_mode", 0)) and auto in ("NOTSET", "VALID")
    before, after, out = pads[:rank], pads[rank:], []
    if auto != "NOTSET":
        before, after = [0] * rank, [0] * rank
    for i in range(rank):
        extent = (kernel[i] - 1) * dilations[i] + 1
        if auto in ("SAME_UPPER", "SAME_LOWER"):
            count = -(-size[i] // strides[i])
            total = max(0, (count - 1) * strides[i] + extent - size[i])
            small, large = total // 2, total - total // 2
            before[i], after[i] = (small, large) if auto == "SAME_UPPER" else (large, small)
            out.append(count)
            continue
        room = size[i] + before[i] + after[i] - extent
        if ceil:
            count = -(-room // strides[i]) + 1
            # A window that would start in the padding behind the input does not exist.
            if count > 1 and (count - 1) * strides[i] >= size[i] + before[i]:
                count -= 1
            if auto == "VALID" and count != room // strides[i] + 1:
                raise Unsupported("auto_pad VALID with ceil_mode where the formulas of the text disagree")
        else:
            count = room // strides[i] + 1
        out.append(count)
    if any(count < 0 for count in out):
        raise ValueError(f"the window {kernel} is larger than the padded input {size}")
    return Windows(list(size), list(kernel), list(strides), list(dilations), list(before), list(after), out, ceil)


def pad_list(before, after):
    """Pads in torch's order: last axis first."""
    return [p for i in range(len(before))[::-1] for p in (before[i], after[i])]


def cover(x, win, value):
    """`x` padded (or cut) so that exactly the windows fit into it."""
    after = [win.last(i) for i in range(len(win.size))]
    if not any(win.before) and not any(after):
        return x
    return torch.constant_pad_nd(x, pad_list(win.before, after), value)


def gather_windows(x, win, value):
    """All windows of `x` [N, C, s..] as [N, C, out.., kernel..]; places outside hold `value`."""
    x = cover(x, win, value)
    rank = len(win.size)
    for i in range(rank):
        axis = 2 + 2 * i
        places = [o * win.strides[i] + k * win.dilations[i] for o in range(win.out[i]) for k in range(win.kernel[i])]
        x = x.index_select(axis, constant(places, torch.int64, x))
        x = x.unflatten(axis, (win.out[i], win.kernel[i]))
    return x.permute([0, 1] + [2 + 2 * i for i in range(rank)] + [3 + 2 * i for i in range(rank)])
