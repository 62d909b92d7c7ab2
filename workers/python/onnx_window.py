"""Where sliding windows lie: strides, dilations, pads and auto_pad of convolutions and pools. Plain numbers only."""
import dataclasses

import numpy as np


@dataclasses.dataclass
class Axis:
    size: int  # of the input
    kernel: int
    stride: int
    dilation: int
    begin: int  # padding before
    end: int  # padding behind, as the model states it
    out: int

    @property
    def extent(self):
        return (self.kernel - 1) * self.dilation + 1

    @property
    def padding(self):
        """What the windows really reach: ceil_mode reads beyond the stated padding, floor leaves some of it unread."""
        return self.begin, max((self.out - 1) * self.stride + self.extent - self.size - self.begin, 0)

    def taps(self):
        """Input position of each kernel element of each window: [out, kernel]."""
        return (np.arange(self.out)[:, None] * self.stride - self.begin) + np.arange(self.kernel) * self.dilation

    def counts(self, with_padding):
        """How many elements of each window count."""
        taps = self.taps()
        low, high = (-self.begin, self.size + self.end) if with_padding else (0, self.size)
        return ((taps >= low) & (taps < high)).sum(1)


def place(call, sizes, kernel):
    """The windows of a convolution or pool over the spatial axes `sizes`."""
    rank = len(sizes)
    strides, dilations, pads = _lists(call, rank)
    mode = call.attr("auto_pad", "NOTSET") or "NOTSET"
    ceil_mode = call.attr("ceil_mode", 0)
    return [_place(mode, ceil_mode, sizes[i], kernel[i], strides[i], dilations[i], pads[i], pads[rank + i])
            for i in range(rank)]


def _lists(call, rank):
    return (call.attr("strides") or [1] * rank, call.attr("dilations") or [1] * rank,
            call.attr("pads") or [0] * (2 * rank))


def _place(mode, ceil_mode, size, kernel, stride, dilation, begin, end):
    extent = (kernel - 1) * dilation + 1
    if mode.startswith("SAME"):
        out = -(-size // stride)
        total = max((out - 1) * stride + extent - size, 0)
        begin = total // 2 if mode == "SAME_UPPER" else total - total // 2
        return Axis(size, kernel, stride, dilation, begin, total - begin, out)
    if mode == "VALID":
        begin = end = 0
    room = size + begin + end - extent
    out = (-(-room // stride) if ceil_mode else room // stride) + 1
    # A last window that would begin in the padding behind the input is left out.
    if ceil_mode and out > 1 and (out - 1) * stride >= size + begin:
        out -= 1
    return Axis(size, kernel, stride, dilation, begin, end, max(out, 0))


def place_transposed(call, sizes, kernel):
    """The windows of ConvTranspose; `begin` and `end` are cut from the output and may be negative."""
    rank = len(sizes)
    strides, dilations, pads = _lists(call, rank)
    mode = call.attr("auto_pad", "NOTSET") or "NOTSET"
    extra, wanted = call.attr("output_padding") or [0] * rank, call.attr("output_shape")
    axes = []
    for i, size in enumerate(sizes):
        full = strides[i] * (size - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1
        begin, end = pads[i], pads[rank + i]
        if wanted or mode.startswith("SAME"):
            total = full - (wanted[len(wanted) - rank + i] if wanted else size * strides[i])
            begin = 0 if total < 0 else total // 2 if mode == "SAME_UPPER" else total - total // 2
            end = total - begin
        elif mode == "VALID":
            begin = end = 0
        axes.append(Axis(size, kernel[i], strides[i], dilations[i], begin, end, full - begin - end))
    return axes, extra
