"""Helpers of programs that are carried to PyTorch: layers and training of Keras."""
import copy
import functools
import math
import types

import numpy as np
import torch


def constant_weights(value):
    return lambda shape, dtype=None: np.full(shape, value)


def zero_weights():
    return constant_weights(0.0)


def unit_weights():
    return constant_weights(1.0)


def drawn_weights():
    return lambda shape, dtype=None: initial_weights(shape, 0.05)


def initial_values(given, shape):
    """By Keras' name for an initialiser, or by a function of the shape."""
    if callable(given):
        made = given(shape)
        return made.detach().numpy() if isinstance(made, torch.Tensor) else np.asarray(made)
    return {"zeros": np.zeros, "ones": np.ones}.get(given, lambda size: initial_weights(size, 0.05))(shape)


def with_initial(layer, **initial):
    """A layer with initialisers for its weights."""
    layer.initial = {name: given for name, given in initial.items() if given is not None}
    return layer


def trainable_weights(module):
    if not getattr(module, "trainable", True):
        return []
    own = [weight for weight in module.parameters(recurse=False) if weight.requires_grad]
    return own + [weight for child in module.children() for weight in trainable_weights(child)]


def fixed_weights(module):
    trained = {id(weight) for weight in trainable_weights(module)}
    return [weight for weight in module.parameters() if id(weight) not in trained]


def all_weights(module):
    return list(module.parameters())


class KerasLayer(torch.nn.Module):
    """A layer that is built when it is first called."""

    built, trainable, initial, name = False, True, {}, None

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        value = initial_values(self.initial.get(name, initializer), shape).astype("float32")
        return torch.nn.Parameter(torch.tensor(value, dtype=dtype), requires_grad=trainable)

    def get_weights(self):
        return [weight.detach().numpy() for weight in self.parameters()]

    def set_weights(self, weights):
        with torch.no_grad():
            for weight, value in zip(self.parameters(), weights):
                weight.copy_(torch.as_tensor(value))

    def count_params(self):
        return sum(weight.numel() for weight in self.parameters())

    def __call__(self, x, *rest, **options):
        if isinstance(x, KerasSymbol) or (isinstance(x, (list, tuple)) and x and isinstance(x[0], KerasSymbol)):
            return KerasSymbol(self, x)
        x = x if isinstance(x, (list, tuple)) else torch.as_tensor(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


def applied(module, weights, *inputs):
    """What a module of PyTorch gives with these weights in the place of its own; gradients reach them."""
    return torch.func.functional_call(module, {name: weight for name, weight in weights.items() if weight is not None}, inputs)


def keras_activation(given):
    """A module of PyTorch by Keras' name for its function."""
    if callable(given):
        return given
    named = {"relu": torch.nn.ReLU, "sigmoid": torch.nn.Sigmoid, "tanh": torch.nn.Tanh, "gelu": torch.nn.GELU, "elu": torch.nn.ELU,
             "selu": torch.nn.SELU, "softplus": torch.nn.Softplus, "silu": torch.nn.SiLU, "swish": torch.nn.SiLU,
             "relu6": torch.nn.ReLU6, "softsign": torch.nn.Softsign, "mish": torch.nn.Mish, "leaky_relu": torch.nn.LeakyReLU}
    if given == "softmax":
        return torch.nn.Softmax(dim=-1)
    return (lambda x: x) if given in (None, "linear") else named[given]()


def rate_at(rate, step):
    """A number, or what a schedule says of a step."""
    return float(rate(step)) if callable(rate) else float(rate)


class KerasOptimizer:
    """An optimiser of PyTorch, made when it first sees what it changes."""

    def __init__(self, make, rate=None):
        self.make, self.optimizer, self.iterations, self.learning_rate = make, None, 0, rate

    def prepare(self):
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.learning_rate, self.iterations)
        self.iterations += 1

    def apply_gradients(self, pairs):
        pairs = [(gradient, value) for gradient, value in pairs if gradient is not None]
        self.optimizer = self.optimizer or self.make([value for _, value in pairs])
        self.prepare()
        for gradient, value in pairs:
            value.grad = gradient.detach()
        self.optimizer.step()


def KerasSGD(learning_rate=0.01, momentum=0.0, nesterov=False):
    return KerasOptimizer(lambda values: torch.optim.SGD(values, lr=1.0, momentum=momentum, nesterov=nesterov and momentum > 0), learning_rate)


class KerasAdam(KerasOptimizer):
    """Keras adds its epsilon before the second moment is corrected."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(lambda values: torch.optim.Adam(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)
        self.beta_2, self.epsilon = beta_2, epsilon

    def prepare(self):
        super().prepare()
        for group in self.optimizer.param_groups:
            group["eps"] = self.epsilon / math.sqrt(1.0 - self.beta_2 ** self.iterations)


def KerasAdadelta(learning_rate=0.001, rho=0.95, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.Adadelta(values, lr=1.0, rho=rho, eps=epsilon), learning_rate)


def KerasAdamax(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.Adamax(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)


def KerasNadam(learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    return KerasOptimizer(lambda values: torch.optim.NAdam(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon), learning_rate)


def KerasAdamW(learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
    make = lambda values: torch.optim.AdamW(values, lr=1.0, betas=(beta_1, beta_2), eps=epsilon, weight_decay=weight_decay)
    return KerasOptimizer(make, learning_rate)


class KerasFormula(KerasOptimizer):
    """One that PyTorch has by another formula: `change` tells how a value moves."""

    def __init__(self, learning_rate):
        super().__init__(None)
        self.schedule, self.memory = learning_rate, {}

    def apply_gradients(self, pairs):
        self.learning_rate = rate_at(self.schedule, self.iterations)
        self.iterations += 1
        with torch.no_grad():
            for k, (gradient, value) in enumerate(pairs):
                if gradient is not None:
                    value.add_(self.change(k, gradient))


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    named = {"mse": torch.nn.MSELoss, "mean_squared_error": torch.nn.MSELoss, "mae": torch.nn.L1Loss, "mean_absolute_error": torch.nn.L1Loss}
    return given if callable(given) else (lambda target, x: named[given]()(x, target))


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = [function]  # a module of PyTorch is no part of the layer: it has no weights

    def forward(self, x, training=False):
        return self.function[0](x)


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, [keras_activation(activation)], use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype, name="kernel")
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype, name="bias") if self.use_bias else None
        self.module = [torch.nn.Linear(shape[-1], self.units, bias=self.use_bias)]

    def forward(self, x, training=False):
        return self.activation[0](applied(self.module[0], {"weight": self.kernel.T, "bias": self.bias}, x))


class KerasConv(KerasLayer):
    """Over batch, axes, channels; the kernel is kept as axes, in, out."""

    def __init__(self, kind, axes, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True, groups=1):
        super().__init__()
        several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
        self.kind, self.filters, self.kernel_size, self.groups = kind, filters, several(kernel_size), groups
        self.strides, self.padding, self.dilation_rate = several(strides), padding.lower(), several(dilation_rate)
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1] // self.groups, self.filters), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.kind(shape[-1], self.filters, self.kernel_size, stride=self.strides, dilation=self.dilation_rate,
                                 groups=self.groups, bias=self.use_bias)]

    def forward(self, x, training=False):
        x = torch.movedim(x, -1, 1)
        if self.padding == "same":
            x = same_padding(x, self.kernel_size, self.strides, self.dilation_rate)
        weight = torch.movedim(self.kernel, (-1, -2), (0, 1))
        return self.activation[0](torch.movedim(applied(self.module[0], {"weight": weight, "bias": self.bias}, x), 1, -1))


def KerasConv1D(filters, kernel_size, **options):
    return KerasConv(torch.nn.Conv1d, 1, filters, kernel_size, **options)


def KerasConv2D(filters, kernel_size, *places, **options):
    return KerasConv(torch.nn.Conv2d, 2, filters, kernel_size, *places, **options)


def KerasConv3D(filters, kernel_size, **options):
    return KerasConv(torch.nn.Conv3d, 3, filters, kernel_size, **options)


class KerasConv2DTranspose(KerasLayer):
    """The kernel is kept as height, width, out, in."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides, self.padding = filters, two(kernel_size), two(strides), padding.lower()
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (self.filters, shape[-1]), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [torch.nn.ConvTranspose2d(shape[-1], self.filters, self.kernel_size, stride=self.strides, bias=False)]

    def forward(self, x, training=False):
        out = applied(self.module[0], {"weight": self.kernel.permute(3, 2, 0, 1)}, x.permute(0, 3, 1, 2))
        for axis, (step, width) in enumerate(zip(self.strides, self.kernel_size)):
            size = x.shape[1 + axis]
            wanted = size * step if self.padding == "same" else (size - 1) * step + max(width, step)
            first = max(width - step, 0) // 2 if self.padding == "same" else 0
            more = max(first + wanted - out.shape[2 + axis], 0)
            out = torch.nn.functional.pad(out, (0, 0, 0, more) if axis == 0 else (0, more)).narrow(2 + axis, first, wanted)
        out = out.permute(0, 2, 3, 1)
        return self.activation[0](out if self.bias is None else out + self.bias)


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(torch.nn.Flatten())


def channels_pooled(module, x, widths=None):
    """A module of PyTorch over batch, axes, channels."""
    x = torch.movedim(x, -1, 1)
    return torch.movedim(module(x if widths is None else torch.nn.functional.pad(x, widths[0], value=widths[1])), 1, -1)


def same_widths(x, size, steps):
    """What SAME adds around batch, axes, channels, as PyTorch counts."""
    out = []
    for whole, width, step in zip(x.shape[1:-1], size, steps):
        total = max((-(-whole // step) - 1) * step + width - whole, 0)
        out = [total // 2, total - total // 2] + out
    return out


def KerasMaxPooling(kind, axes, pool_size=2, strides=None, padding="valid"):
    several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
    size, steps = several(pool_size), several(pool_size if strides is None else strides)
    module = kind(size, stride=steps)
    return KerasFunction(lambda x: channels_pooled(
        module, x, None if padding.lower() == "valid" else (same_widths(x, size, steps), float("-inf"))))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasMaxPooling(torch.nn.MaxPool2d, 2, pool_size, strides, padding)


def KerasMaxPooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasMaxPooling(torch.nn.MaxPool1d, 1, pool_size, strides, padding)


def KerasAveragePooling(kind, axes, pool_size=2, strides=None, padding="valid"):
    """At the borders Keras counts what is there."""
    several = lambda value: (value,) * axes if isinstance(value, int) else tuple(value)
    size, steps = several(pool_size), several(pool_size if strides is None else strides)
    module = kind(size, stride=steps)
    if padding.lower() == "valid":
        return KerasFunction(lambda x: channels_pooled(module, x))
    over = lambda x: channels_pooled(module, x, (same_widths(x, size, steps), 0.0))
    return KerasFunction(lambda x: over(x) / over(torch.ones_like(x)))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasAveragePooling(torch.nn.AvgPool2d, 2, pool_size, strides, padding)


def KerasAveragePooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasAveragePooling(torch.nn.AvgPool1d, 1, pool_size, strides, padding)


def KerasGlobalAveragePooling2D():
    module = torch.nn.AdaptiveAvgPool2d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0, 0])


def KerasGlobalMaxPooling2D():
    module = torch.nn.AdaptiveMaxPool2d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0, 0])


def KerasGlobalAveragePooling1D():
    module = torch.nn.AdaptiveAvgPool1d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0])


def KerasGlobalMaxPooling1D():
    module = torch.nn.AdaptiveMaxPool1d(1)
    return KerasFunction(lambda x: channels_pooled(module, x)[:, 0])


def KerasUpSampling2D(size=2):
    module = torch.nn.Upsample(scale_factor=two(size), mode="nearest")
    return KerasFunction(lambda x: channels_pooled(module, x))


def KerasZeroPadding2D(padding=1):
    (top, bottom), (left, right) = [two(one) for one in two(padding)]
    module = torch.nn.ZeroPad2d((left, right, top, bottom))
    return KerasFunction(lambda x: channels_pooled(module, x))


def KerasReshape(shape):
    return KerasFunction(lambda x: torch.reshape(x, (x.shape[0], *shape)))


def KerasPermute(axes):
    return KerasFunction(lambda x: torch.permute(x, (0, *axes)))


def KerasReLU():
    return KerasFunction(torch.nn.ReLU())


def KerasSoftmax():
    return KerasFunction(torch.nn.Softmax(dim=-1))


def KerasLeakyReLU(slope=0.3):
    return KerasFunction(torch.nn.LeakyReLU(slope))


def KerasELU(alpha=1.0):
    return KerasFunction(torch.nn.ELU(alpha))


def KerasAdd():
    return KerasFunction(lambda parts: functools.reduce(torch.add, parts))


def KerasMultiply():
    return KerasFunction(lambda parts: functools.reduce(torch.mul, parts))


def KerasConcatenate(axis=-1):
    return KerasFunction(lambda parts: torch.cat(list(parts), dim=axis))


def KerasRepeatVector(n):
    return KerasFunction(lambda x: torch.repeat_interleave(x[:, None], n, dim=1))


def KerasRescaling(scale, offset=0.0):
    return KerasFunction(lambda x: torch.add(torch.mul(x, scale), offset))


class KerasDropout(KerasLayer):
    """Draws nothing where it is not trained."""

    def __init__(self, rate):
        super().__init__()
        self.module = torch.nn.Dropout(rate)

    def forward(self, x, training=False):
        return self.module.train(bool(training))(x)


class KerasBatchNormalization(KerasLayer):
    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)
        self.module = [torch.nn.BatchNorm1d(shape[-1], eps=self.epsilon, momentum=1.0 - self.momentum)]

    def forward(self, x, training=False):
        trained, rows = bool(training and self.trainable), x.reshape(-1, x.shape[-1])
        mean, variance = self.moving_mean.detach().clone(), self.moving_variance.detach().clone()
        weights = {"weight": self.gamma, "bias": self.beta, "running_mean": mean, "running_var": variance}
        out = applied(self.module[0].train(trained), weights, rows)
        if trained:
            # PyTorch keeps the variance of what a batch is drawn from, Keras that of the batch.
            kept = self.momentum * self.moving_variance
            with torch.no_grad():
                self.moving_mean.copy_(mean)
                self.moving_variance.copy_(kept + (variance - kept) * (len(rows) - 1) / len(rows))
        return out.reshape(x.shape)


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.module = [torch.nn.LayerNorm(shape[-1], eps=self.epsilon)]

    def forward(self, x, training=False):
        return applied(self.module[0], {"weight": self.gamma, "bias": self.beta}, x)


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.sizes = input_dim, output_dim
        self.module = [torch.nn.Embedding(input_dim, output_dim)]

    def build(self, shape):
        self.embeddings = self.add_weight(self.sizes, name="embeddings")

    def forward(self, x, training=False):
        return applied(self.module[0], {"weight": self.embeddings}, x.long())


class KerasCell(KerasLayer):
    """The weights of a recurrent cell, `gates` parts each in Keras' order, and a cell of PyTorch that is given them."""

    gates, biases, forget = 1, 1, False

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", activation="tanh"):
        super().__init__()
        self.units, self.starts, self.activation = units, (kernel, recurrent, bias), activation

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), self.starts[0])
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), self.starts[1])
        self.bias = self.add_weight((self.biases, self.gates * self.units)[2 - max(self.biases, 1):], self.starts[2])
        if self.forget:
            with torch.no_grad():
                self.bias[self.units:2 * self.units] = 1.0
        self.module = [self.kind(shape[-1])]

    def turned(self, weight):
        """With the gates in PyTorch's order."""
        return weight

    def given(self, end=""):
        first, second = (self.bias, torch.zeros_like(self.bias)) if self.biases == 1 else (self.bias[0], self.bias[1])
        return {"weight_ih" + end: self.turned(self.kernel.T), "weight_hh" + end: self.turned(self.recurrent_kernel.T),
                "bias_ih" + end: self.turned(first), "bias_hh" + end: self.turned(second)}

    def forward(self, x, states=None, training=False):
        hidden = torch.zeros(len(x), self.units, dtype=x.dtype) if states is None else states[0]
        hidden = applied(self.module[0], self.given(), x, hidden)
        return hidden, [hidden]


class KerasSimpleRNNCell(KerasCell):
    def __init__(self, units, activation="tanh", kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
        super().__init__(units, kernel, recurrent, bias, activation)

    def kind(self, inputs):
        return torch.nn.RNNCell(inputs, self.units, nonlinearity=self.activation)

    def layer(self, inputs):
        return torch.nn.RNN(inputs, self.units, nonlinearity=self.activation, batch_first=True)


class KerasGRUCell(KerasCell):
    gates, biases = 3, 2

    def turned(self, weight):
        update, reset, new = torch.chunk(weight, 3, dim=0)
        return torch.cat([reset, update, new], dim=0)

    def kind(self, inputs):
        return torch.nn.GRUCell(inputs, self.units)

    def layer(self, inputs):
        return torch.nn.GRU(inputs, self.units, batch_first=True)


class KerasLSTMCell(KerasCell):
    """Gates as in PyTorch: input, forget, cell, output."""

    gates = 4

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True, activation="tanh"):
        super().__init__(units, kernel, recurrent, bias, activation)
        self.forget = forget

    def kind(self, inputs):
        return torch.nn.LSTMCell(inputs, self.units)

    def layer(self, inputs):
        return torch.nn.LSTM(inputs, self.units, batch_first=True)

    def forward(self, x, states=None, training=False):
        zeros = torch.zeros(len(x), self.units, dtype=x.dtype)
        hidden, cell = (zeros, zeros) if states is None else states
        if self.activation == "tanh":
            hidden, cell = applied(self.module[0], self.given(), x, (hidden, cell))
            return hidden, [hidden, cell]
        # PyTorch has no other activation: it is written out.
        change = keras_activation(self.activation)
        i, f, c, o = torch.chunk(x @ self.kernel + hidden @ self.recurrent_kernel + self.bias, 4, dim=-1)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * change(c)
        hidden = torch.sigmoid(o) * change(cell)
        return hidden, [hidden, cell]


class KerasRecurrent(KerasLayer):
    """A recurrent layer of PyTorch with the weights of a cell of Keras."""

    def __init__(self, cell, sequences=False, state=False):
        super().__init__()
        self.cell, self.sequences, self.state, self.pairs = cell, sequences, state, isinstance(cell, KerasLSTMCell)

    def build(self, shape):
        self.cell.build((shape[0], shape[2]))
        self.cell.built = True
        self.module = [self.cell.layer(shape[2])]

    def forward(self, x, initial_state=None, training=False):
        if self.pairs and self.cell.activation != "tanh":
            return self.step_by_step(x, initial_state)
        state = initial_state if isinstance(initial_state, (list, tuple)) or initial_state is None else [initial_state]
        start = [torch.zeros(len(x), self.cell.units, dtype=x.dtype)] * (1 + self.pairs) if state is None else state
        start = [one[None] for one in start]
        out, last = applied(self.module[0], self.cell.given("_l0"), x, tuple(start) if self.pairs else start[0])
        last = [one[0] for one in (last if self.pairs else [last])]
        value = out if self.sequences else out[:, -1]
        return [value, *last] if self.state else value

    def step_by_step(self, x, state):
        out = []
        for k in range(x.shape[1]):
            value, state = self.cell(x[:, k], state)
            out.append(value)
        value = torch.stack(out, dim=1) if self.sequences else out[-1]
        return [value, *state] if self.state else value


def KerasLSTM(units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True, sequences=False, state=False,
              activation="tanh"):
    return KerasRecurrent(KerasLSTMCell(units, kernel, recurrent, bias, forget, activation), sequences, state)


def KerasGRU(units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", sequences=False, state=False):
    return KerasRecurrent(KerasGRUCell(units, kernel, recurrent, bias), sequences, state)


def KerasSimpleRNN(units, activation="tanh", kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", sequences=False,
                   state=False):
    return KerasRecurrent(KerasSimpleRNNCell(units, activation, kernel, recurrent, bias), sequences, state)


class KerasSequential(KerasLayer):
    def __init__(self, layers=()):
        super().__init__()
        self.layers = torch.nn.ModuleList([layer for layer in layers or () if not isinstance(layer, KerasSymbol)])

    def add(self, layer):
        if not isinstance(layer, KerasSymbol):
            self.layers.append(layer)

    def build(self, input_shape):
        if not self.built:
            self.built = True
            self(torch.zeros([1 if size is None else size for size in input_shape]))

    def forward(self, x, training=False):
        for layer in self.layers:
            x = layer(x, training=training) if isinstance(layer, KerasLayer) else layer(x)
        return x

    def compile(self, optimizer="rmsprop", loss=None):
        self.optimizer, self.loss = keras_optimizer(optimizer), keras_loss(loss)

    def fit(self, x, y, epochs=1, batch_size=32, verbose=0, shuffle=True):
        """Batches in their order: shuffled ones are the same only where there is one."""
        x, y, losses = torch.as_tensor(x), torch.as_tensor(y), []
        self(x[:1])
        for _ in range(epochs):
            total = 0.0
            for at in range(0, len(x), batch_size):
                loss = self.loss(y[at:at + batch_size], self(x[at:at + batch_size], training=True))
                weights = trainable_weights(self)
                self.optimizer.apply_gradients(zip(torch.autograd.grad(loss, weights), weights))
                total += loss.item() * len(x[at:at + batch_size])
            losses.append(total / len(x))
        return types.SimpleNamespace(history={"loss": losses})

    def evaluate(self, x, y, verbose=0):
        return self.loss(torch.as_tensor(y), self(x)).item()

    def predict(self, x, verbose=0):
        return self(x).detach().numpy()


class KerasRMSprop(KerasFormula):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07, centered=False):
        super().__init__(learning_rate)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def change(self, k, gradient):
        square, mean, move = self.memory.get(k, (0.0, 0.0, 0.0))
        square = self.rho * square + (1 - self.rho) * gradient * gradient
        mean = self.rho * mean + (1 - self.rho) * gradient if self.centered else 0.0
        move = self.momentum * move + self.learning_rate * gradient / torch.sqrt(square - mean * mean + self.epsilon)
        self.memory[k] = square, mean, move
        return -move


class KerasAdagrad(KerasFormula):
    def __init__(self, learning_rate=0.001, initial=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.initial, self.epsilon = initial, epsilon

    def change(self, k, gradient):
        self.memory[k] = self.memory.get(k, self.initial) + gradient * gradient
        return -self.learning_rate * gradient / torch.sqrt(self.memory[k] + self.epsilon)


class KerasDepthwiseConv2D(KerasLayer):
    """The kernel is kept as height, width, in, multiplier."""

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__()
        self.kernel_size, self.strides, self.padding, self.multiplier = two(kernel_size), two(strides), padding.lower(), depth_multiplier
        self.activation, self.use_bias = [keras_activation(activation)], use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier), name="depthwise")
        self.bias = self.add_weight((shape[-1] * self.multiplier,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.channels(shape[-1])]

    def channels(self, count):
        return torch.nn.Conv2d(count, count * self.multiplier, self.kernel_size, stride=self.strides, groups=count, bias=False)

    def apart(self, x):
        x = torch.movedim(x, -1, 1)
        if self.padding == "same":
            x = same_padding(x, self.kernel_size, self.strides, (1, 1))
        return applied(self.module[0], {"weight": self.kernel.permute(2, 3, 0, 1).flatten(0, 1)[:, None]}, x)

    def forward(self, x, training=False):
        out = torch.movedim(self.apart(x), 1, -1)
        return self.activation[0](out if self.bias is None else out + self.bias)


class KerasSeparableConv2D(KerasDepthwiseConv2D):
    """One channel after the other, then across them."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__(kernel_size, strides, padding, depth_multiplier, activation, use_bias)
        self.filters = filters

    def build(self, shape):
        count = shape[-1] * self.multiplier
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier), name="depthwise")
        self.across = self.add_weight((1, 1, count, self.filters), name="pointwise")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None
        self.module = [self.channels(shape[-1]), torch.nn.Conv2d(count, self.filters, 1, bias=self.use_bias)]

    def forward(self, x, training=False):
        out = applied(self.module[1], {"weight": self.across.permute(3, 2, 0, 1), "bias": self.bias}, self.apart(x))
        return self.activation[0](torch.movedim(out, 1, -1))


class KerasBidirectional(KerasLayer):
    """A recurrent layer, and one like it from the end."""

    def __init__(self, layer, merge_mode="concat"):
        super().__init__()
        self.ahead, self.back, self.merge = layer, copy.deepcopy(layer), merge_mode

    def forward(self, x, training=False):
        out, turned = self.ahead(x), self.back(torch.flip(x, [1]))
        return both_ways(out, turned, self.ahead, self.merge, lambda one: torch.flip(one, [1]), lambda one, other: torch.cat([one, other], dim=-1))


class KerasTimeDistributed(KerasLayer):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x, training=False):
        out = self.layer(x.reshape(-1, *x.shape[2:]))
        return out.reshape(*x.shape[:2], *out.shape[1:])


class KerasMultiHeadAttention(KerasLayer):
    """Kernels are kept as in, heads, size, and the last one as heads, size, out."""

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True):
        super().__init__()
        self.heads, self.sizes, self.use_bias = num_heads, (key_dim, key_dim, value_dim or key_dim), use_bias

    def build(self, shape):
        self.widths = shape

    def start(self, query, value, key):
        for name, width, size in zip(("query", "key", "value"), (query, key, value), self.sizes):
            setattr(self, name, self.add_weight((width.shape[-1], self.heads, size), name=name))
            setattr(self, name + "_bias", self.add_weight((self.heads, size), "zeros", name="bias") if self.use_bias else None)
        self.out = self.add_weight((self.heads, self.sizes[2], query.shape[-1]), name="out")
        self.out_bias = self.add_weight((query.shape[-1],), "zeros", name="bias") if self.use_bias else None
        fits = all(one.shape[-1] == self.heads * size for one, size in zip((query, key, value), self.sizes))
        self.module = [torch.nn.MultiheadAttention(query.shape[-1], self.heads, bias=self.use_bias, batch_first=True) if fits else None]

    def __call__(self, query, value, key=None, **options):
        if isinstance(query, KerasSymbol):
            return KerasSymbol(KerasAttentionOf(self, options), [query, value] + ([] if key is None else [key]))
        query, value, key = torch.as_tensor(query), torch.as_tensor(value), torch.as_tensor(value if key is None else key)
        if not hasattr(self, "out"):
            self.start(query, value, key)
        self.built = True
        return torch.nn.Module.__call__(self, query, value, key, **options)

    def forward(self, query, value, key, attention_mask=None, return_attention_scores=False, use_causal_mask=False, training=False):
        allowed = None if attention_mask is None else attention_mask.bool()
        if use_causal_mask:
            causal = torch.tril(torch.ones(query.shape[1], key.shape[1], dtype=torch.bool))[None]
            allowed = causal if allowed is None else allowed & causal
        attend = self.by_module if self.module[0] is not None else self.by_function
        out, scores = attend(query, value, key, allowed)
        return (out, scores) if return_attention_scores else out

    def by_module(self, query, value, key, allowed):
        flat = lambda kernel: kernel.flatten(1).T
        biases = None if not self.use_bias else torch.cat([one.flatten() for one in (self.query_bias, self.key_bias, self.value_bias)])
        weights = {"in_proj_weight": torch.cat([flat(one) for one in (self.query, self.key, self.value)]), "in_proj_bias": biases,
                   "out_proj.weight": self.out.flatten(0, 1).T, "out_proj.bias": self.out_bias}
        shape = (len(query), query.shape[1], key.shape[1])
        mask = None if allowed is None else torch.repeat_interleave(~allowed.expand(shape), self.heads, dim=0)
        weights = {name: weight for name, weight in weights.items() if weight is not None}
        return torch.func.functional_call(self.module[0], weights, (query, key, value), {"attn_mask": mask, "average_attn_weights": False})

    def by_function(self, query, value, key, allowed):
        project = lambda x, kernel, bias: torch.einsum("btd,dhk->bhtk", x, kernel) + (0.0 if bias is None else bias[:, None])
        q, k, v = (project(x, *w) for x, w in ((query, (self.query, self.query_bias)), (key, (self.key, self.key_bias)), (value, (self.value, self.value_bias))))
        mask = None if allowed is None else allowed[:, None]
        mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.sizes[0])
        scores = scores if mask is None else scores.masked_fill(~mask, float("-inf"))
        out = torch.einsum("bhtk,hkd->btd", mixed, self.out)
        return out if self.out_bias is None else out + self.out_bias, torch.softmax(scores, dim=-1)


class KerasAttentionOf(KerasLayer):
    """Of symbols."""

    def __init__(self, layer, options):
        super().__init__()
        self.layer, self.options = layer, options

    def forward(self, parts, training=False):
        return self.layer(*parts, **self.options)


def keras_cosine_losses(y_true, y_pred, axis=-1):
    return -torch.nn.CosineSimilarity(dim=axis)(torch.as_tensor(y_true, dtype=y_pred.dtype), y_pred)


def keras_signs(y_true):
    """Targets of 0 and 1 mean -1 and 1."""
    y_true = torch.as_tensor(y_true)
    return 2 * y_true - 1 if bool(((y_true == 0) | (y_true == 1)).all()) else y_true


def keras_hinge_losses(y_true, y_pred):
    return torch.clamp(1.0 - keras_signs(y_true) * y_pred, min=0.0).mean(-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return torch.clamp(1.0 - keras_signs(y_true) * y_pred, min=0.0).square().mean(-1)


def keras_log_cosh_losses(y_true, y_pred):
    distance = torch.as_tensor(y_pred) - torch.as_tensor(y_true)
    return (distance + torch.nn.functional.softplus(-2.0 * distance) - math.log(2.0)).mean(-1)


def keras_log_errors(y_true, y_pred):
    logs = [torch.log1p(torch.clamp(torch.as_tensor(one), min=1e-07)) for one in (y_true, y_pred)]
    return torch.square(logs[0] - logs[1]).mean(-1)
