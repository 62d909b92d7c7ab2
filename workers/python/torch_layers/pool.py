"""Poolings as modules."""
from torch import nn

from torch_layers.base import FLOATS, LAYERS
from torch_ops.windows import windows

_MAX = {1: nn.MaxPool1d, 2: nn.MaxPool2d, 3: nn.MaxPool3d}
_AVERAGE = {1: nn.AvgPool1d, 2: nn.AvgPool2d, 3: nn.AvgPool3d}
_GLOBAL_AVERAGE = {1: nn.AdaptiveAvgPool1d, 2: nn.AdaptiveAvgPool2d, 3: nn.AdaptiveAvgPool3d}
_GLOBAL_MAX = {1: nn.AdaptiveMaxPool1d, 2: nn.AdaptiveMaxPool2d, 3: nn.AdaptiveMaxPool3d}


def fits(win, x):
    """Whether torch takes these pads: the same at both ends, at most half a kernel."""
    small = all(2 * b <= k for b, k in zip(win.before, win.kernel))
    return small and win.symmetric and all(win.out) and x.dtype in FLOATS


@LAYERS.define("MaxPool")
def max_pool(call, x):
    win = windows(call, x.shape[2:], call.attr("kernel_shape"))
    if len(win.size) not in _MAX or not fits(win, x) or call.has_output(1):
        return None
    return _MAX[len(win.size)](win.kernel, win.strides, win.before, win.dilations, ceil_mode=win.ceil)(x)


@LAYERS.define("AveragePool")
def average_pool(call, x):
    win = windows(call, x.shape[2:], call.attr("kernel_shape"))
    if len(win.size) not in _AVERAGE or not fits(win, x) or any(d != 1 for d in win.dilations):
        return None
    return _AVERAGE[len(win.size)](win.kernel, win.strides, win.before, win.ceil, bool(call.attr("count_include_pad", 0)))(x)


@LAYERS.define("GlobalAveragePool", "GlobalMaxPool")
def global_pool(call, x):
    table = _GLOBAL_AVERAGE if call.op == "GlobalAveragePool" else _GLOBAL_MAX
    if x.dim() - 2 not in table or x.dtype not in FLOATS or x.numel() == 0:
        return None
    return table[x.dim() - 2](1)(x)
