"""Helpers of programs that are carried to any framework: layers and modules."""
import functools
import math

import numpy as np


class Sequential(Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = list(layers)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def __getitem__(self, index):
        return self.layers[index]


def LSTM(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(LSTMCell, input_size, hidden_size, num_layers, batch_first)


def GRU(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(GRUCell, input_size, hidden_size, num_layers, batch_first)


def RNN(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(RNNCell, input_size, hidden_size, num_layers, batch_first)


class Stateless(Module):
    """A layer that is a function."""

    def __init__(self, function):
        super().__init__()
        self.forward = function


def MaxPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: max_pool2d(x, kernel_size, stride, padding))


def AvgPool2d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: avg_pool2d(x, kernel_size, stride, padding))


def AdaptiveAvgPool2d(output_size):
    return Stateless(lambda x: adaptive_avg_pool2d(x, output_size))


def CrossEntropyLoss(weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    return functools.partial(cross_entropy, weight=weight, ignore=ignore, reduction=reduction, smoothing=smoothing)


def NLLLoss(weight=None, ignore=-100, reduction="mean"):
    return functools.partial(nll_loss, weight=weight, ignore=ignore, reduction=reduction)


def MSELoss(reduction="mean"):
    return functools.partial(mse_loss, reduction=reduction)


def L1Loss(reduction="mean"):
    return functools.partial(l1_loss, reduction=reduction)


def SmoothL1Loss(reduction="mean"):
    return functools.partial(smooth_l1_loss, reduction=reduction)


def HuberLoss(reduction="mean"):
    return functools.partial(huber_loss, reduction=reduction)


def BCELoss(reduction="mean"):
    return functools.partial(binary_cross_entropy, reduction=reduction)


def BCEWithLogitsLoss(reduction="mean"):
    return functools.partial(binary_cross_entropy_with_logits, reduction=reduction)


def KLDivLoss(reduction="mean"):
    return functools.partial(kl_div, reduction=reduction)


class ConstantPad(Module):
    def __init__(self, widths, value, axes):
        super().__init__()
        self.widths = [widths] * (2 * axes) if isinstance(widths, int) else list(widths)
        self.value = value

    def forward(self, x):
        return pad_last(x, self.widths, "constant", self.value)


class Conv2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv2d(x, self.weight, self.bias, *self.options)


class Conv1d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups, kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv1d(x, self.weight, self.bias, *self.options)


class ConvTranspose2d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0):
        super().__init__()
        shape = (in_channels, out_channels) + two(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound))
        self.options = (stride, padding, output_padding)

    def forward(self, x):
        return conv_transpose2d(x, self.weight, self.bias, *self.options)


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05):
        super().__init__()
        self.shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight, self.bias = weights_of(np.ones(self.shape, "float32")), weights_of(np.zeros(self.shape, "float32"))
        self.eps = eps

    def forward(self, x):
        return layer_norm(x, self.shape, self.weight, self.bias, self.eps)


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05):
        super().__init__()
        self.weight, self.bias = weights_of(np.ones(num_channels, "float32")), weights_of(np.zeros(num_channels, "float32"))
        self.groups, self.eps = num_groups, eps

    def forward(self, x):
        return group_norm(x, self.groups, self.weight, self.bias, self.eps)
