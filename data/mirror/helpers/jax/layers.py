"""Helpers of programs that are carried to JAX: layers and modules."""
import functools
import math

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def weights_of(values):
    return jnp.asarray(values)


class Module:
    """What a model is made of: called, it gives what forward gives."""

    made = []  # all of them, for those who ask for gradients by their weights
    fixed = ()  # arrays that are not trained
    again = False  # what was computed is computed once more, for its gradients

    def __init__(self):
        self.training = True
        Module.made.append(self)

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    def parts(self):
        for value in vars(self).values():
            yield from (one for one in (value if isinstance(value, (list, tuple)) else [value]))

    def train(self, mode=True):
        for part in Module.parts(self):
            if isinstance(part, Module):
                part.train(mode)
        self.training = mode
        return self

    def eval(self):
        return self.train(False)

    def own_places(self):
        return [(self, name) for name, value in vars(self).items()
                if isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jnp.inexact) and name not in self.fixed]

    def places(self):
        """Where its weights are kept, in PyTorch's order: its own before those of its parts."""
        return self.own_places() + [p for part in Module.parts(self) if isinstance(part, Module) for p in part.places()]

    def parameters(self):
        return [getattr(*place) for place in self.places()]

    def zero_grad(self, set_to_none=True):
        without_gradients(self.places())

    def apply(self, function):
        for part in Module.parts(self):
            if isinstance(part, Module):
                part.apply(function)
        function(self)
        return self


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(in_features)
        self.weight = weights_of(initial_weights((out_features, in_features), bound))
        self.bias = weights_of(initial_weights((out_features,), bound)) if bias else None

    def forward(self, x):
        out = jnp.matmul(x, self.weight.T)
        return out if self.bias is None else out + self.bias


class BatchNorm(Module):
    fixed = ("running_mean", "running_var")

    def __init__(self, num_features, eps=1e-05, momentum=0.1, affine=True):
        super().__init__()
        self.weight, self.bias = (jnp.ones(num_features), jnp.zeros(num_features)) if affine else (None, None)
        self.running_mean, self.running_var = jnp.zeros(num_features), jnp.ones(num_features)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        if self.training and x.size == x.shape[1]:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {x.shape}")
        out = batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.eps)
        if self.training and not isinstance(x, jax.core.Tracer):
            axes, old = tuple(k for k in range(x.ndim) if k != 1), 1.0 - self.momentum
            self.running_mean = old * self.running_mean + self.momentum * jnp.mean(x, axis=axes)
            self.running_var = old * self.running_var + self.momentum * jnp.var(x, axis=axes, ddof=1)
        return out


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding=None):
        super().__init__()
        self.weight, self.padding = weights_of(initial_weights((num_embeddings, embedding_dim), 1.0)), padding
        if padding is not None:
            self.weight = self.weight.at[padding].set(0.0)

    def forward(self, x):
        if not isinstance(x, jax.core.Tracer) and not bool(jnp.all((x >= 0) & (x < self.weight.shape[0]))):
            raise IndexError("index out of range in self")
        out = jnp.take(self.weight, x, axis=0, mode="clip")
        # What stands for nothing is not trained.
        unused = None if self.padding is None else (x == self.padding % self.weight.shape[0])[..., None]
        return out if unused is None else jnp.where(unused, jax.lax.stop_gradient(out), out)


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
        a = jnp.split(x @ self.weight_ih.T + self.bias_ih, count, axis=-1)
        b = jnp.split(h @ self.weight_hh.T + self.bias_hh, count, axis=-1)
        return a, b


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 1)

    def forward(self, x, h=None):
        h = jnp.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 1)
        return jnp.tanh(a[0] + b[0])


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 3)

    def forward(self, x, h=None):
        h = jnp.zeros([x.shape[0], self.hidden_size]) if h is None else h
        a, b = self.parts(x, h, 3)
        reset, update = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        new = jnp.tanh(a[2] + reset * b[2])
        return (1.0 - update) * new + update * h


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 4)

    def forward(self, x, state=None):
        zeros = jnp.zeros([x.shape[0], self.hidden_size])
        h, c = (zeros, zeros) if state is None else state
        a, b = self.parts(x, h, 4)
        i, f, o = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1]), jax.nn.sigmoid(a[3] + b[3])
        c = f * c + i * jnp.tanh(a[2] + b[2])
        return o * jnp.tanh(c), c


class Recurrent(Module):
    """Layers of cells, one over the other, from the first step to the last."""

    def __init__(self, cell, input_size, hidden_size, num_layers=1, batch_first=False):
        super().__init__()
        self.cells = [cell(hidden_size if k else input_size, hidden_size) for k in range(num_layers)]
        self.hidden_size, self.batch_first = hidden_size, batch_first

    def __getattr__(self, name):
        """weight_ih_l0 and the like: what the cell of a layer has."""
        kind, _, layer = name.rpartition("_l")
        if kind in ("weight_ih", "weight_hh", "bias_ih", "bias_hh") and layer.isdigit():
            return getattr(self.cells[int(layer)], kind)
        raise AttributeError(name)

    def forward(self, x, state=None):
        x = jnp.swapaxes(x, 0, 1) if self.batch_first else x
        zeros = jnp.zeros([len(self.cells), x.shape[1], self.hidden_size])
        pairs = isinstance(self.cells[0], LSTMCell)
        state = ((zeros, zeros) if pairs else zeros) if state is None else state
        out, last = x, []
        for k, cell in enumerate(self.cells):
            now, steps = (state[0][k], state[1][k]) if pairs else state[k], []
            for t in range(out.shape[0]):
                now = cell(out[t], now)
                steps.append(now[0] if pairs else now)
            out = jnp.stack(steps)
            last.append(now)
        last = tuple(jnp.stack(part) for part in zip(*last)) if pairs else jnp.stack(last)
        return (jnp.swapaxes(out, 0, 1) if self.batch_first else out), last


def ReLU():
    return Stateless(jax.nn.relu)


def ReLU6():
    return Stateless(jax.nn.relu6)


def Sigmoid():
    return Stateless(jax.nn.sigmoid)


def Tanh():
    return Stateless(jnp.tanh)


def GELU(mode="none"):
    return Stateless(lambda x: jax.nn.gelu(x, approximate=mode == "tanh"))


def SiLU():
    return Stateless(jax.nn.silu)


def Softplus(beta=1, threshold=20):
    return Stateless(lambda x: softplus(x, beta, threshold))


def Identity():
    return Stateless(lambda x: x)


def ELU(alpha=1.0):
    return Stateless(lambda x: jax.nn.elu(x, alpha))


def LeakyReLU(slope=0.01):
    return Stateless(lambda x: jax.nn.leaky_relu(x, negative_slope=slope))


def Softmax(axis):
    return Stateless(lambda x: jax.nn.softmax(x, axis=axis))


def LogSoftmax(axis):
    return Stateless(lambda x: jax.nn.log_softmax(x, axis=axis))


def Flatten(start=1, end=-1):
    return Stateless(lambda x: jnp.reshape(x, x.shape[:start] + (-1,) + x.shape[end % x.ndim + 1:]))


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p, self.mask = p, None

    def forward(self, x):
        if not self.training:
            return x
        if not Module.again or self.mask is None:
            self.mask = np.random.random_sample(x.shape) >= self.p
        return x * self.mask / (1.0 - self.p)


def Hardswish():
    return Stateless(jax.nn.hard_swish)


def Hardsigmoid():
    return Stateless(jax.nn.hard_sigmoid)


def Mish():
    return Stateless(jax.nn.mish)


def SELU():
    return Stateless(jax.nn.selu)


def Softsign():
    return Stateless(jax.nn.soft_sign)


def LogSigmoid():
    return Stateless(jax.nn.log_sigmoid)


def Tanhshrink():
    return Stateless(tanhshrink)


def Softmin(axis):
    return Stateless(lambda x: jax.nn.softmax(-x, axis=axis))


def CELU(alpha=1.0):
    return Stateless(lambda x: jax.nn.celu(x, alpha))


def GLU(axis=-1):
    return Stateless(lambda x: jax.nn.glu(x, axis=axis))


def Hardtanh(low=-1.0, high=1.0):
    return Stateless(lambda x: jnp.clip(x, low, high))


def Hardshrink(size=0.5):
    return Stateless(lambda x: hard_shrink(x, size))


def Softshrink(size=0.5):
    return Stateless(lambda x: soft_shrink(x, size))


def Threshold(threshold, value):
    return Stateless(lambda x: jnp.where(x > threshold, x, value))


class PReLU(Module):
    def __init__(self, count=1, init=0.25):
        super().__init__()
        self.weight = jnp.full((count,), init)

    def forward(self, x):
        return prelu(x, self.weight)


def Unflatten(axis, sizes):
    return Stateless(lambda x: unflatten(x, axis, sizes))


def PixelShuffle(k):
    return Stateless(lambda x: pixel_shuffle(x, k))


def Upsample(size=None, scale=None, mode="nearest", align=None):
    return Stateless(lambda x: interpolate(x, size, scale, mode, align))


def PaddedBy(widths, axes, mode):
    widths = [widths] * (2 * axes) if isinstance(widths, int) else list(widths)
    return Stateless(lambda x: pad_last(x, widths, mode))


def MaxPool1d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: max_pool1d(x, kernel_size, stride, padding))


def MaxPool2dOf(kernel_size, stride=None, padding=0, dilation=1, ceil=False):
    return Stateless(lambda x: max_pool2d(x, kernel_size, stride, padding, dilation, ceil))


def AvgPool2dOf(kernel_size, stride=None, padding=0, include=True, ceil=False, divisor=None):
    return Stateless(lambda x: avg_pool2d(x, kernel_size, stride, padding, include, ceil, divisor))


def PlainGroupNorm(groups, channels, eps=1e-05):
    return Stateless(lambda x: group_norm(x, groups, eps=eps))


def PlainLayerNorm(shape, eps=1e-05):
    return Stateless(lambda x: layer_norm(x, shape, eps=eps))


class InstanceNorm(Module):
    def __init__(self, num_features, eps=1e-05, affine=False):
        super().__init__()
        self.weight, self.bias = (jnp.ones(num_features), jnp.zeros(num_features)) if affine else (None, None)
        self.eps = eps

    def forward(self, x):
        return instance_norm(x, self.weight, self.bias, self.eps)


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None):
        super().__init__()
        self.shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight, self.eps = jnp.ones(self.shape), eps

    def forward(self, x):
        return rms_norm(x, self.shape, self.weight, self.eps)


def LSTM(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(LSTMCell, input_size, hidden_size, num_layers, batch_first)


def GRU(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(GRUCell, input_size, hidden_size, num_layers, batch_first)


def RNN(input_size, hidden_size, num_layers=1, batch_first=False):
    return Recurrent(RNNCell, input_size, hidden_size, num_layers, batch_first)


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


def three(value):
    return (value,) * 3 if isinstance(value, int) else tuple(value)


class Conv3d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__()
        shape = (out_channels, in_channels // groups) + three(kernel_size)
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.options = (stride, padding, dilation, groups)

    def forward(self, x):
        return conv3d(x, self.weight, self.bias, *self.options)


def pooled3d(x, start, combine, kernel, stride, padding):
    pads = [(0, 0), (0, 0)] + [(size, size) for size in three(padding)]
    return jax.lax.reduce_window(x, start, combine, (1, 1) + three(kernel), (1, 1) + three(kernel if stride is None else stride), pads)


def MaxPool3d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: pooled3d(x, -jnp.inf, jax.lax.max, kernel_size, stride, padding))


def AvgPool3d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: pooled3d(x, 0.0, jax.lax.add, kernel_size, stride, padding) / math.prod(three(kernel_size)))


def AvgPool1d(kernel_size, stride=None, padding=0):
    return Stateless(lambda x: avg_pool1d(x, one_of(kernel_size), None if stride is None else one_of(stride), one_of(padding)))


class ConvTranspose1d(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, bias=True):
        super().__init__()
        shape = (in_channels, out_channels, one_of(kernel_size))
        bound = 1.0 / math.sqrt(np.prod(shape[1:]))
        self.weight = weights_of(initial_weights(shape, bound))
        self.bias = weights_of(initial_weights((out_channels,), bound)) if bias else None
        self.options = [(0 if k else 1, one_of(value)) for k, value in enumerate((stride, padding, output_padding))]

    def forward(self, x):
        bias = jnp.zeros(self.weight.shape[1]) if self.bias is None else self.bias
        return conv_transpose2d(x[:, :, None], self.weight[:, :, None], bias, *self.options)[:, :, 0]


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


class Heads(Module):
    """Attention with PyTorch's weights: three projections in one matrix. `attend` does the work."""

    def __init__(self, embed_dim, num_heads, bias=True, batch_first=False):
        super().__init__()
        self.in_proj_weight = weights_of(initial_weights((3 * embed_dim, embed_dim), 1.0 / math.sqrt(embed_dim)))
        self.in_proj_bias = weights_of(np.zeros(3 * embed_dim, "float32")) if bias else None
        self.out_proj = Linear(embed_dim, embed_dim, bias)
        if bias:
            self.out_proj.bias = weights_of(np.zeros(embed_dim, "float32"))
        self.heads, self.batch_first = num_heads, batch_first

    def projections(self):
        """Kernels of three axes and biases of two: of query, key and value."""
        size = self.out_proj.weight.shape[0]
        biases = [None] * 3 if self.in_proj_bias is None else [one.reshape(self.heads, -1) for one in jnp.split(self.in_proj_bias, 3)]
        return [(kernel.T.reshape(size, self.heads, -1), bias) for kernel, bias in zip(jnp.split(self.in_proj_weight, 3), biases)]

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True):
        turned = lambda x: x if self.batch_first or x.ndim < 3 else jnp.swapaxes(x, 0, 1)
        single = query.ndim == 2
        q, k, v = [x[None] if single else turned(x) for x in (query, key, value)]
        allowed = None
        if attn_mask is not None:
            allowed = ~attn_mask if attn_mask.dtype == bool else attn_mask == 0
        if key_padding_mask is not None:
            kept = ~key_padding_mask[:, None, None, :]
            allowed = kept if allowed is None else allowed & kept
        out, scores = self.attend(q, k, v, allowed)
        scores = jnp.mean(scores, axis=1) if average_attn_weights else scores
        out, scores = (out[0], scores[0]) if single else (turned(out), scores)
        return out, scores if need_weights else None


class MultiheadAttention(Heads):
    def attend(self, q, k, v, allowed):
        parts = [jnp.einsum("bti,ihd->bhtd", x, kernel) + (0 if bias is None else bias[:, None])
                 for x, (kernel, bias) in zip((q, k, v), self.projections())]
        scores = jnp.einsum("bhtd,bhsd->bhts", parts[0], parts[1]) / math.sqrt(parts[0].shape[-1])
        scores = jax.nn.softmax(scores if allowed is None else jnp.where(allowed, scores, -jnp.inf), axis=-1)
        return self.out_proj(jnp.einsum("bhts,bhsd->bthd", scores, parts[2]).reshape(*q.shape[:2], -1)), scores
