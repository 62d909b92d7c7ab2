"""Helpers of programs that are carried to TensorFlow: layers and modules."""
import math

import numpy as np
import tensorflow as tf


def weights_of(values):
    return tf.Variable(values)


class Module(tf.Module):
    """What a model is made of: called, it gives what forward gives."""

    def __init__(self):
        super().__init__()
        self.training = True

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    def train(self, mode=True):
        for part in self._flatten(predicate=lambda part: isinstance(part, Module)):
            part.training = mode
        self.training = mode
        return self

    def eval(self):
        return self.train(False)

    def parameters(self):
        return list(self.trainable_variables)


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(in_features)
        self.weight = weights_of(initial_weights((out_features, in_features), bound))
        self.bias = weights_of(initial_weights((out_features,), bound)) if bias else None

    def forward(self, x):
        out = tf.tensordot(x, self.weight, [[-1], [1]])
        return out if self.bias is None else out + self.bias


class BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1):
        super().__init__()
        self.weight, self.bias = tf.Variable(tf.ones(num_features)), tf.Variable(tf.zeros(num_features))
        self.running_mean = tf.Variable(tf.zeros(num_features), trainable=False)
        self.running_var = tf.Variable(tf.ones(num_features), trainable=False)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        if self.training and math.prod(x.shape) == x.shape[1]:
            raise ValueError(f"more than one value per channel is needed in training, not {x.shape}")
        out = batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.eps)
        if self.training:
            axes = [k for k in range(len(x.shape)) if k != 1]
            count = tf.cast(tf.size(x), x.dtype) / x.shape[1]
            mean, var = tf.nn.moments(x, axes)
            self.running_mean.assign((1.0 - self.momentum) * self.running_mean + self.momentum * mean)
            self.running_var.assign((1.0 - self.momentum) * self.running_var + self.momentum * var * count / (count - 1.0))
        return out


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.weight = weights_of(initial_weights((num_embeddings, embedding_dim), 1.0))

    def forward(self, x):
        return tf.gather(self.weight, x)


class Cell(Module):
    """The weights that recurrent cells share; `gates` parts each."""

    def __init__(self, input_size, hidden_size, gates):
        super().__init__()
        bound = 1.0 / math.sqrt(hidden_size)
        draw = lambda *shape: weights_of(initial_weights(shape, bound))
        self.weight_ih, self.weight_hh = draw(gates * hidden_size, input_size), draw(gates * hidden_size, hidden_size)
        self.bias_ih, self.bias_hh = draw(gates * hidden_size), draw(gates * hidden_size)
        self.hidden_size = hidden_size

    def parts(self, x, h, count):
        a = tf.split(tf.matmul(x, self.weight_ih, transpose_b=True) + self.bias_ih, count, axis=-1)
        b = tf.split(tf.matmul(h, self.weight_hh, transpose_b=True) + self.bias_hh, count, axis=-1)
        return a, b


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 1)

    def forward(self, x, h=None):
        h = tf.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 1)
        return tf.tanh(a[0] + b[0])


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 3)

    def forward(self, x, h=None):
        h = tf.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 3)
        reset, update = tf.sigmoid(a[0] + b[0]), tf.sigmoid(a[1] + b[1])
        new = tf.tanh(a[2] + reset * b[2])
        return (1.0 - update) * new + update * h


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 4)

    def forward(self, x, state=None):
        zeros = tf.zeros([x.shape[0], self.hidden_size])
        h, c = (zeros, zeros) if state is None else state
        a, b = self.parts(x, h, 4)
        i, f, o = tf.sigmoid(a[0] + b[0]), tf.sigmoid(a[1] + b[1]), tf.sigmoid(a[3] + b[3])
        c = f * c + i * tf.tanh(a[2] + b[2])
        return o * tf.tanh(c), c


class Recurrent(Module):
    """Layers of cells, one over the other, from the first step to the last."""

    def __init__(self, cell, input_size, hidden_size, num_layers=1, batch_first=False):
        super().__init__()
        self.cells = [cell(hidden_size if k else input_size, hidden_size) for k in range(num_layers)]
        self.hidden_size, self.batch_first = hidden_size, batch_first

    def __getattr__(self, name):
        """weight_ih_l0: the weights of the first layer's cell."""
        kind, mark, place = name.rpartition("_l")
        if not mark or kind not in ("weight_ih", "weight_hh", "bias_ih", "bias_hh") or not place.isdigit():
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.cells[int(place)], kind)

    def forward(self, x, state=None):
        x = tf.transpose(x, [1, 0, 2]) if self.batch_first else x
        zeros = tf.zeros([len(self.cells), x.shape[1], self.hidden_size])
        pairs = isinstance(self.cells[0], LSTMCell)
        state = ((zeros, zeros) if pairs else zeros) if state is None else state
        out, last = x, []
        for k, cell in enumerate(self.cells):
            now, steps = (state[0][k], state[1][k]) if pairs else state[k], []
            for t in range(out.shape[0]):
                now = cell(out[t], now)
                steps.append(now[0] if pairs else now)
            out = tf.stack(steps)
            last.append(now)
        last = tuple(tf.stack(part) for part in zip(*last)) if pairs else tf.stack(last)
        return (tf.transpose(out, [1, 0, 2]) if self.batch_first else out), last


def ReLU():
    return Stateless(tf.nn.relu)


def ReLU6():
    return Stateless(tf.nn.relu6)


def Sigmoid():
    return Stateless(tf.sigmoid)


def Tanh():
    return Stateless(tf.tanh)


def GELU():
    return Stateless(tf.nn.gelu)


def SiLU():
    return Stateless(tf.nn.silu)


def Softplus():
    return Stateless(tf.nn.softplus)


def Hardswish():
    return Stateless(hard_swish)


def Identity():
    return Stateless(tf.identity)


def ELU(alpha=1.0):
    return Stateless(lambda x: elu(x, alpha))


def LeakyReLU(slope=0.01):
    return Stateless(lambda x: tf.nn.leaky_relu(x, alpha=slope))


def Softmax(axis):
    return Stateless(lambda x: tf.nn.softmax(x, axis=axis))


def LogSoftmax(axis):
    return Stateless(lambda x: tf.nn.log_softmax(x, axis=axis))


def Flatten():
    return Stateless(lambda x: tf.reshape(x, [x.shape[0], -1]))


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        return tf.nn.dropout(x, rate=self.p) if self.training else x


def AvgPool2dOf(kernel_size, stride=None, padding=0, ceil=False, include=True):
    return Stateless(lambda x: avg_pool2d_of(x, kernel_size, stride, padding, ceil, include))


def MaxPool1d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: max_pool1d(x, kernel_size, stride, padding))


def AvgPool1d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: avg_pool1d(x, kernel_size, stride, padding))


def InstanceNorm(eps=1e-05):
    return Stateless(lambda x: instance_norm(x, eps=eps))


def GroupNormPlain(groups, channels, eps=1e-05):
    return Stateless(lambda x: group_norm(x, groups, eps=eps))


def LayerNormPlain(shape, eps=1e-05):
    return Stateless(lambda x: layer_norm(x, shape, eps=eps))


def Upsample(size=None, scale=None, mode="nearest", align=None):
    return Stateless(lambda x: interpolate(x, size, scale, mode, align))


def PadBy(widths, mode, axes):
    widths = [widths] * (2 * axes) if isinstance(widths, int) else list(widths)
    return Stateless(lambda x: pad_last(x, widths, mode))


class PaddedEmbedding(Embedding):
    """The row of the padding is zero, and stays so: no gradient reaches it."""

    def __init__(self, num_embeddings, embedding_dim, padding_idx):
        super().__init__(num_embeddings, embedding_dim)
        self.padding_idx = padding_idx % num_embeddings
        self.weight.assign(tf.tensor_scatter_nd_update(self.weight, [[self.padding_idx]], tf.zeros([1, embedding_dim])))

    def forward(self, x):
        rows = tf.gather(self.weight, x)
        return tf.where((x == self.padding_idx)[..., None], tf.stop_gradient(rows), rows)


def Mish():
    return Stateless(mish)


def SELU():
    return Stateless(tf.nn.selu)


def Softsign():
    return Stateless(tf.nn.softsign)


def Tanhshrink():
    return Stateless(tanhshrink)


def LogSigmoid():
    return Stateless(tf.math.log_sigmoid)


def Hardsigmoid():
    return Stateless(hard_sigmoid)
