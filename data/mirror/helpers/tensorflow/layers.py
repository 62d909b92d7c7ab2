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
        """In PyTorch's order: a module's own before those of its parts, as they were made."""
        parts = list(vars(self).values())
        parts = [one for part in parts for one in (part if isinstance(part, (list, tuple)) else [part])]
        found = [part for part in parts if isinstance(part, tf.Variable) and part.trainable]
        for part in parts:
            found += part.parameters() if isinstance(part, Module) else []
        return [one for k, one in enumerate(found) if all(one is not other for other in found[:k])]


    def apply(self, function):
        for part in vars(self).values():
            for one in part if isinstance(part, (list, tuple)) else [part]:
                if isinstance(one, Module):
                    one.apply(function)
        function(self)
        return self

    def zero_grad(self, set_to_none=True):
        without_gradients(self.parameters())


def drawn_into(weight, initializer):
    weight.assign(initializer(weight.shape))
    return weight


def applied(layer, x, weights, fixed=(), **options):
    """What a layer of Keras gives with these weights in the place of its own; gradients reach them. And its other weights."""
    if not layer.built:
        layer.build(x.shape)
    return layer.stateless_call(list(weights), list(fixed), x, **options)


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(in_features)
        self.weight = weights_of(initial_weights((out_features, in_features), bound))
        self.bias = weights_of(initial_weights((out_features,), bound)) if bias else None
        self.layer = tf.keras.layers.Dense(out_features, use_bias=bias, dtype=self.weight.dtype.name)

    def forward(self, x):
        weights = [tf.transpose(self.weight)] + ([] if self.bias is None else [self.bias])
        return applied(self.layer, x, weights)[0]


class BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True):
        super().__init__()
        self.weight = weights_of(np.ones(num_features, "float32")) if affine else None
        self.bias = weights_of(np.zeros(num_features, "float32")) if affine else None
        self.running_mean = tf.Variable(tf.zeros(num_features), trainable=False)
        self.running_var = tf.Variable(tf.ones(num_features), trainable=False)
        self.momentum = momentum
        self.layer = tf.keras.layers.BatchNormalization(axis=1, momentum=1.0 - momentum, epsilon=eps, center=affine, scale=affine,
                                                        dtype=self.running_mean.dtype.name)

    def forward(self, x):
        if self.training and math.prod(x.shape) == x.shape[1]:
            raise ValueError(f"more than one value per channel is needed in training, not {x.shape}")
        out, fixed = applied(self.layer, x, [] if self.weight is None else [self.weight, self.bias],
                             [self.running_mean, self.running_var], training=self.training)
        if self.training:
            # Keras keeps the variance of the batch, PyTorch that of what it is drawn from.
            count = math.prod(x.shape) / x.shape[1]
            self.running_mean.assign(fixed[0])
            self.running_var.assign(self.running_var + (fixed[1] - (1.0 - self.momentum) * self.running_var) * count / (count - 1.0)
                                    - self.momentum * self.running_var)
        return out


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.weight = weights_of(initial_weights((num_embeddings, embedding_dim), 1.0))
        self.layer = tf.keras.layers.Embedding(num_embeddings, embedding_dim, dtype=self.weight.dtype.name)

    def forward(self, x):
        return applied(self.layer, x, [self.weight])[0]


class Cell(Module):
    """The weights that recurrent cells share; `gates` parts each, in PyTorch's order."""

    def __init__(self, input_size, hidden_size, gates, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(hidden_size)
        draw = lambda *shape: weights_of(initial_weights(shape, bound))
        self.weight_ih, self.weight_hh = draw(gates * hidden_size, input_size), draw(gates * hidden_size, hidden_size)
        self.bias_ih, self.bias_hh = (draw(gates * hidden_size), draw(gates * hidden_size)) if bias else (None, None)
        self.hidden_size = hidden_size

    def turned(self, weight):
        """With the gates in Keras' order."""
        return weight

    def weights(self):
        kernels = [tf.transpose(self.turned(self.weight_ih)), tf.transpose(self.turned(self.weight_hh))]
        return kernels if self.bias_ih is None else kernels + [self.biases()]

    def biases(self):
        return self.turned(self.bias_ih) + self.turned(self.bias_hh)

    def options(self):
        return {"use_bias": self.bias_ih is not None, "dtype": self.weight_ih.dtype.name}

    def one_step(self, x, states):
        """A cell of Keras takes and gives a list of states."""
        if not self.layer.built:
            self.layer.build(x.shape)
        return self.layer.stateless_call(self.weights(), [one.value for one in self.layer.non_trainable_variables], x, states)[0][1]

    def zeros(self, x):
        return tf.zeros([x.shape[0], self.hidden_size], x.dtype)


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh"):
        super().__init__(input_size, hidden_size, 1, bias)
        self.layer = tf.keras.layers.SimpleRNNCell(hidden_size, activation=nonlinearity, **self.options())

    def forward(self, x, h=None):
        return self.one_step(x, [self.zeros(x) if h is None else h])[0]


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True):
        super().__init__(input_size, hidden_size, 3, bias)
        self.layer = tf.keras.layers.GRUCell(hidden_size, reset_after=True, **self.options())

    def turned(self, weight):
        reset, update, new = tf.split(weight, 3, axis=0)
        return tf.concat([update, reset, new], axis=0)

    def biases(self):
        return tf.stack([self.turned(self.bias_ih), self.turned(self.bias_hh)])

    def forward(self, x, h=None):
        return self.one_step(x, [self.zeros(x) if h is None else h])[0]


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size, bias=True):
        super().__init__(input_size, hidden_size, 4, bias)
        self.layer = tf.keras.layers.LSTMCell(hidden_size, **self.options())

    def forward(self, x, state=None):
        return tuple(self.one_step(x, [self.zeros(x), self.zeros(x)] if state is None else list(state)))


class Recurrent(Module):
    """Layers of Keras, one over the other: `kind` makes one, `cell` holds the weights of a direction of it."""

    def __init__(self, kind, cell, input_size, hidden_size, num_layers=1, batch_first=False, bias=True, bidirectional=False, **options):
        super().__init__()
        self.ways = 2 if bidirectional else 1
        sizes = [hidden_size * self.ways if k else input_size for k in range(num_layers)]
        self.cells = [cell(size, hidden_size, bias=bias) for size in sizes for _ in range(self.ways)]
        self.parts = [kind(hidden_size, return_sequences=True, return_state=True, go_backwards=k % self.ways == 1,
                           **options, **one.options()) for k, one in enumerate(self.cells)]
        self.hidden_size, self.batch_first, self.pairs = hidden_size, batch_first, cell is LSTMCell

    def __getattr__(self, name):
        """weight_ih_l0: the weights of the first layer."""
        kind, mark, place = name.removesuffix("_reverse").rpartition("_l")
        if not mark or kind not in ("weight_ih", "weight_hh", "bias_ih", "bias_hh") or not place.isdigit():
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.cells[self.ways * int(place) + name.endswith("_reverse")], kind)

    def one_way(self, k, x, state):
        layer, start = self.parts[k], [part[k] for part in state]
        if not layer.built:
            layer.build(x.shape)
        fixed = [one.value for one in layer.non_trainable_variables]
        out, *last = layer.stateless_call(self.cells[k].weights(), fixed, x, initial_state=start)[0]
        return (tf.reverse(out, [1]) if k % self.ways == 1 else out), last

    def forward(self, x, state=None):
        single = len(x.shape) == 2
        x = x[None] if single else x if self.batch_first else tf.transpose(x, [1, 0, 2])
        zeros = tf.zeros([len(self.cells), x.shape[0], self.hidden_size], x.dtype)
        state = (zeros, zeros)[:1 + self.pairs] if state is None else tuple(state) if self.pairs else (state,)
        state = [part[:, None] if single and len(part.shape) == 2 else part for part in state]
        last = []
        for k in range(0, len(self.cells), self.ways):
            both = [self.one_way(k + way, x, state) for way in range(self.ways)]
            x = tf.concat([out for out, _ in both], axis=-1)
            last += [states for _, states in both]
        last = [tf.stack(part) for part in zip(*last)]
        last, x = ([part[:, 0] for part in last], x[0]) if single else (last, x if self.batch_first else tf.transpose(x, [1, 0, 2]))
        return x, tuple(last) if self.pairs else last[0]


def LSTM(input_size, hidden_size, num_layers=1, batch_first=False, bias=True, bidirectional=False):
    return Recurrent(tf.keras.layers.LSTM, LSTMCell, input_size, hidden_size, num_layers, batch_first, bias, bidirectional)


def GRU(input_size, hidden_size, num_layers=1, batch_first=False, bias=True, bidirectional=False):
    return Recurrent(tf.keras.layers.GRU, GRUCell, input_size, hidden_size, num_layers, batch_first, bias, bidirectional, reset_after=True)


def RNN(input_size, hidden_size, num_layers=1, batch_first=False, bias=True, bidirectional=False, nonlinearity="tanh"):
    return Recurrent(tf.keras.layers.SimpleRNN, RNNCell, input_size, hidden_size, num_layers, batch_first, bias, bidirectional,
                     activation=nonlinearity)


def ReLU():
    return Stateless(tf.keras.layers.ReLU())


def ReLU6():
    return Stateless(tf.keras.layers.ReLU(max_value=6.0))


def Sigmoid():
    return Stateless(tf.keras.activations.sigmoid)


def Tanh():
    return Stateless(tf.keras.activations.tanh)


def GELU():
    return Stateless(tf.keras.activations.gelu)


def SiLU():
    return Stateless(tf.keras.activations.silu)


def Softplus():
    return Stateless(tf.keras.activations.softplus)


def Hardswish():
    return Stateless(tf.keras.activations.hard_swish)


def Identity():
    return Stateless(tf.keras.layers.Identity())


def ELU(alpha=1.0):
    return Stateless(lambda x: tf.keras.activations.elu(x, alpha))


def LeakyReLU(slope=0.01):
    return Stateless(lambda x: tf.keras.activations.leaky_relu(x, negative_slope=slope))


def Softmax(axis):
    return Stateless(lambda x: tf.keras.activations.softmax(x, axis=axis))


def LogSoftmax(axis):
    return Stateless(lambda x: tf.keras.activations.log_softmax(x, axis=axis))


def Flatten():
    layer = tf.keras.layers.Flatten()
    return Stateless(lambda x: layer(x))


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.layer = tf.keras.layers.Dropout(p)

    def forward(self, x):
        return self.layer(x, training=self.training)


def MaxPool2d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.MaxPooling2D(two(kernel_size), strides=two(kernel_size if stride is None else stride))
    return Stateless(lambda x: pooled(layer, x, two(padding), x.dtype.min))


def three(value):
    return (value, value, value) if isinstance(value, int) else tuple(value)


def MaxPool3d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.MaxPooling3D(three(kernel_size), strides=three(kernel_size if stride is None else stride))
    return Stateless(lambda x: pooled(layer, x, three(padding), x.dtype.min))


def AvgPool3d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.AveragePooling3D(three(kernel_size), strides=three(kernel_size if stride is None else stride))
    return Stateless(lambda x: pooled(layer, x, three(padding), 0))


def MaxPool1d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.MaxPooling1D(kernel_size, strides=kernel_size if stride is None else stride)
    return Stateless(lambda x: pooled(layer, x, one_of(padding), x.dtype.min))


def AvgPool2d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.AveragePooling2D(two(kernel_size), strides=two(kernel_size if stride is None else stride))
    return Stateless(lambda x: pooled(layer, x, two(padding), 0))


def AvgPool1d(kernel_size, stride=None, padding=0):
    layer = tf.keras.layers.AveragePooling1D(kernel_size, strides=kernel_size if stride is None else stride)
    return Stateless(lambda x: pooled(layer, x, one_of(padding), 0))


def AvgPool2dOf(kernel_size, stride=None, padding=0, ceil=False, include=True):
    return Stateless(lambda x: avg_pool2d_of(x, kernel_size, stride, padding, ceil, include))


def AdaptiveAvgPool2d(output_size):
    return Stateless(lambda x: adaptive_avg_pool2d(x, output_size))


def AdaptiveAvgPool1d(output_size):
    return Stateless(lambda x: adaptive_avg_pool1d(x, output_size))


def InstanceNorm(eps=1e-05):
    return Stateless(lambda x: instance_norm(x, eps=eps))


class GroupNorm(Module):
    def __init__(self, num_groups, num_channels, eps=1e-05, affine=True):
        super().__init__()
        self.weight = weights_of(np.ones(num_channels, "float32")) if affine else None
        self.bias = weights_of(np.zeros(num_channels, "float32")) if affine else None
        self.layer = tf.keras.layers.GroupNormalization(num_groups, axis=1, epsilon=eps, center=affine, scale=affine)

    def forward(self, x):
        return applied(self.layer, x, [] if self.weight is None else [self.weight, self.bias])[0]


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05, affine=True):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight = weights_of(np.ones(shape, "float32")) if affine else None
        self.bias = weights_of(np.zeros(shape, "float32")) if affine else None
        self.layer = tf.keras.layers.LayerNormalization(axis=list(range(-len(shape), 0)), epsilon=eps, center=affine, scale=affine)

    def forward(self, x):
        return applied(self.layer, x, [] if self.weight is None else [self.weight, self.bias])[0]


class ConvNd(Module):
    """A convolution of Keras over what PyTorch keeps as batch, channels, axes."""

    def __init__(self, kind, axes, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias):
        super().__init__()
        several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
        shape = (out_channels, in_channels // groups) + several(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.padding = () if isinstance(padding, str) else several(padding)
        self.layer = kind(out_channels, several(kernel_size), strides=several(stride), dilation_rate=several(dilation), groups=groups,
                          padding=padding if isinstance(padding, str) else "valid", use_bias=bias, dtype=self.weight.dtype.name)

    def forward(self, x):
        axes = len(self.weight.shape) - 2
        kernel = tf.transpose(self.weight, list(range(2, axes + 2)) + [1, 0])
        single = len(x.shape) == axes + 1
        image = channels_last_padded(x[None] if single else x, self.padding or (0,) * axes, 0)
        out = channels_first(applied(self.layer, image, [kernel] + ([] if self.bias is None else [self.bias]))[0])
        return out[0] if single else out


def Conv1d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
    return ConvNd(tf.keras.layers.Conv1D, 1, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias)


def Conv2d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
    return ConvNd(tf.keras.layers.Conv2D, 2, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias)


def Conv3d(in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
    return ConvNd(tf.keras.layers.Conv3D, 3, in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias)


class ConvTransposeNd(Module):
    """Keras gives the whole of it; PyTorch cuts its padding off."""

    def __init__(self, kind, axes, in_channels, out_channels, kernel_size, stride, padding, output_padding, bias):
        super().__init__()
        several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
        shape = (in_channels, out_channels) + several(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.cut, self.more = several(padding), several(output_padding)
        self.whole = lambda sizes: [(n - 1) * step + width for n, step, width in zip(sizes, several(stride), several(kernel_size))]
        self.layer = kind(out_channels, several(kernel_size), strides=several(stride), use_bias=False, dtype=self.weight.dtype.name)

    def forward(self, x):
        axes = len(self.weight.shape) - 2
        kernel = tf.transpose(self.weight, list(range(2, axes + 2)) + [1, 0])
        image = channels_last_padded(x, (0,) * axes, 0)
        out, sizes = applied(self.layer, image, [kernel])[0], self.whole(x.shape[2:])
        # Strides beyond the window: Keras adds what PyTorch leaves out.
        out = out[(slice(None),) + tuple(slice(0, n) for n in sizes)]
        out = tf.pad(out, [[0, 0]] + [[0, n] for n in self.more] + [[0, 0]])
        out = out[(slice(None),) + tuple(slice(a, n + b - a) for a, b, n in zip(self.cut, self.more, sizes))]
        return channels_first(out if self.bias is None else tf.nn.bias_add(out, self.bias))


def ConvTranspose1d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, bias=True):
    return ConvTransposeNd(tf.keras.layers.Conv1DTranspose, 1, in_channels, out_channels, kernel_size, stride, padding, output_padding, bias)


def ConvTranspose2d(in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, bias=True):
    return ConvTransposeNd(tf.keras.layers.Conv2DTranspose, 2, in_channels, out_channels, kernel_size, stride, padding, output_padding, bias)


class PReLU(Module):
    def __init__(self, count=1, init=0.25):
        super().__init__()
        self.weight = weights_of(np.full(count, init, "float32"))

    def forward(self, x):
        shared = list(range(1, len(x.shape))) if self.weight.shape[0] == 1 else list(range(2, len(x.shape)))
        layer = tf.keras.layers.PReLU(shared_axes=shared)
        layer.build(x.shape)
        return applied(layer, x, [tf.reshape(self.weight, layer.alpha.shape)])[0]


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
        self.weight.assign(tf.tensor_scatter_nd_update(self.weight, [[self.padding_idx]], tf.zeros([1, embedding_dim], self.weight.dtype)))

    def forward(self, x):
        rows = super().forward(x)
        return tf.where((x == self.padding_idx)[..., None], tf.stop_gradient(rows), rows)


def Mish():
    return Stateless(tf.keras.activations.mish)


def SELU():
    return Stateless(tf.keras.activations.selu)


def Softsign():
    return Stateless(tf.keras.activations.softsign)


def Tanhshrink():
    return Stateless(tf.keras.activations.tanh_shrink)


def LogSigmoid():
    return Stateless(tf.keras.activations.log_sigmoid)


def Hardsigmoid():
    return Stateless(tf.keras.activations.hard_sigmoid)


class MultiheadAttention(Module):
    """A layer of Keras with PyTorch's weights: three projections in one matrix."""

    def __init__(self, embed_dim, num_heads, bias=True, batch_first=False):
        super().__init__()
        self.in_proj_weight = weights_of(initial_weights((3 * embed_dim, embed_dim), 1.0 / math.sqrt(embed_dim)))
        self.in_proj_bias = weights_of(np.zeros(3 * embed_dim, "float32")) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias)
        if bias:
            self.out_proj.bias.assign(tf.zeros(embed_dim))
        self.heads, self.batch_first = num_heads, batch_first
        self.layer = tf.keras.layers.MultiHeadAttention(num_heads, embed_dim // num_heads, use_bias=bias)

    def weights(self):
        out, size = [], self.out_proj.weight.shape[0]
        biases = [None] * 3 if self.in_proj_bias is None else tf.split(self.in_proj_bias, 3)
        for kernel, bias in zip(tf.split(self.in_proj_weight, 3), biases):
            out.append(tf.reshape(tf.transpose(kernel), [size, self.heads, -1]))
            out += [] if bias is None else [tf.reshape(bias, [self.heads, -1])]
        out.append(tf.reshape(tf.transpose(self.out_proj.weight), [self.heads, -1, size]))
        return out if self.out_proj.bias is None else out + [self.out_proj.bias]

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True):
        turned = lambda x: x if self.batch_first or len(x.shape) < 3 else tf.transpose(x, [1, 0, 2])
        single = len(query.shape) == 2
        q, k, v = [x[None] if single else turned(x) for x in (query, key, value)]
        allowed = None
        if attn_mask is not None:
            allowed = tf.logical_not(attn_mask) if attn_mask.dtype == tf.bool else attn_mask == 0
        if key_padding_mask is not None:
            kept = tf.logical_not(key_padding_mask)[:, None, :]
            allowed = kept if allowed is None else tf.logical_and(allowed, kept)
        if not self.layer.built:
            self.layer.build(q.shape, v.shape, k.shape)
        fixed = [one.value for one in self.layer.non_trainable_variables]
        (out, scores), _ = self.layer.stateless_call(self.weights(), fixed, q, v, key=k, attention_mask=allowed, return_attention_scores=True)
        scores = tf.reduce_mean(scores, axis=1) if average_attn_weights else scores
        out, scores = (out[0], scores[0]) if single else (turned(out), scores)
        return out, scores if need_weights else None


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight = weights_of(np.ones(shape, "float32"))
        self.layer = tf.keras.layers.RMSNormalization(axis=list(range(-len(shape), 0)), epsilon=2.0**-23 if eps is None else eps)

    def forward(self, x):
        return applied(self.layer, x, [self.weight])[0]
