"""Helpers of programs that are carried to any framework: layers and modules."""
import functools


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
