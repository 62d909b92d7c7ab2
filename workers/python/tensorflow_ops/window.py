"""Where the windows of convolutions and pools lie."""
import dataclasses


@dataclasses.dataclass
class Axis:
    size: int  # of the input
    kernel: int
    stride: int
    dilation: int
    before: int = 0  # padding
    after: int = 0
    out: int = 0

    @property
    def extent(self):
        return (self.kernel - 1) * self.dilation + 1

    @property
    def reach(self):
        """Padding behind the input such that the last window ends there; negative: elements that no window reads."""
        return (self.out - 1) * self.stride + self.extent - self.size - self.before

    @property
    def is_same(self):
        """Whether this is what TensorFlow calls SAME padding."""
        out = -(-self.size // self.stride)
        total = max((out - 1) * self.stride + self.extent - self.size, 0)
        return self.out == out and self.before == total // 2 and self.reach <= total - total // 2


def axes_of(call, sizes, kernel):
    """One Axis for each spatial axis, as the attributes auto_pad, pads, strides, dilations and ceil_mode say."""
    n = len(sizes)
    strides = call.attr("strides") or [1] * n
    dilations = call.attr("dilations") or [1] * n
    pads = call.attr("pads") or [0] * (2 * n)
    mode = call.attr("auto_pad", "NOTSET")
    axes = []
    for i in range(n):
        axis = Axis(sizes[i], kernel[i], strides[i], dilations[i])
        if mode in ("SAME_UPPER", "SAME_LOWER"):
            axis.out = -(-axis.size // axis.stride)
            total = max((axis.out - 1) * axis.stride + axis.extent - axis.size, 0)
            axis.before = total // 2 if mode == "SAME_UPPER" else total - total // 2
            axis.after = total - axis.before
        else:
            if mode in ("NOTSET", ""):
                axis.before, axis.after = pads[i], pads[n + i]
            room = axis.size + axis.before + axis.after - axis.extent
            if call.attr("ceil_mode", 0):
                axis.out = -(-room // axis.stride) + 1
                if axis.out > 1 and (axis.out - 1) * axis.stride >= axis.size + axis.before:
                    axis.out -= 1  # a window that would begin in the padding behind the input
            else:
                axis.out = room // axis.stride + 1
        axes.append(axis)
    return axes
