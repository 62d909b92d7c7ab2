"""Helpers of programs that are carried to PyTorch: layers and training of Keras."""
import math
import types

import numpy as np
import torch


def keras_activation(given):
    """A function by Keras' name for it."""
    if callable(given):
        return given
    named = {"relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh, "softmax": lambda x: torch.softmax(x, -1),
             "gelu": torch.nn.functional.gelu, "elu": torch.nn.functional.elu, "selu": torch.selu,
             "softplus": torch.nn.functional.softplus, "silu": torch.nn.functional.silu, "swish": torch.nn.functional.silu}
    return (lambda x: x) if given in (None, "linear") else named[given]


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


class KerasSymbol:
    """What a layer will give, of a model that is made of such symbols."""

    def __init__(self, layer=None, inputs=None):
        self.layer, self.inputs = layer, inputs

    def value(self, known, training):
        if id(self) not in known:
            several = isinstance(self.inputs, (list, tuple))
            inputs = [one.value(known, training) for one in self.inputs] if several else self.inputs.value(known, training)
            known[id(self)] = self.layer(inputs, training=training)
        return known[id(self)]


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


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.learning_rate, self.iterations, self.memory = learning_rate, 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]

    def apply_gradients(self, pairs):
        gradients, values = zip(*pairs)
        with torch.no_grad():
            for value, new in zip(values, self.step(values, gradients)):
                value.copy_(new)


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: torch.mean((p - y) ** 2)), (lambda y, p: torch.mean(torch.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


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


class KerasBatchNormalization(KerasLayer):
    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)

    def forward(self, x, training=False):
        mean, variance = self.moving_mean, self.moving_variance
        if training and self.trainable:
            axes = tuple(range(x.ndim - 1))
            mean, variance = torch.mean(x, dim=axes), torch.var(x, dim=axes, correction=0)
            with torch.no_grad():
                self.moving_mean.mul_(self.momentum).add_((1.0 - self.momentum) * mean)
                self.moving_variance.mul_(self.momentum).add_((1.0 - self.momentum) * variance)
        return (x - mean) * torch.rsqrt(variance + self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        centred = x - torch.mean(x, dim=-1, keepdim=True)
        return centred * torch.rsqrt(torch.var(x, dim=-1, correction=0, keepdim=True) + self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.sizes = input_dim, output_dim

    def build(self, shape):
        self.embeddings = self.add_weight(self.sizes, name="embeddings")

    def forward(self, x, training=False):
        return self.embeddings[x.long()]


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: torch.mean(x, dim=(1, 2)))


def KerasGlobalMaxPooling2D():
    return KerasFunction(lambda x: torch.amax(x, dim=(1, 2)))


def KerasGlobalAveragePooling1D():
    return KerasFunction(lambda x: torch.mean(x, dim=1))


def KerasUpSampling2D(size=2):
    rows, columns = two(size)
    return KerasFunction(lambda x: x.repeat_interleave(rows, dim=1).repeat_interleave(columns, dim=2))


def KerasZeroPadding2D(padding=1):
    (top, bottom), (left, right) = [two(one) for one in two(padding)]
    return KerasFunction(lambda x: torch.nn.functional.pad(x, (0, 0, left, right, top, bottom)))


def KerasReshape(shape):
    return KerasFunction(lambda x: x.reshape(x.shape[0], *shape))


def KerasPermute(axes):
    return KerasFunction(lambda x: x.permute(0, *axes))


def KerasLeakyReLU(slope=0.3):
    return KerasFunction(lambda x: torch.nn.functional.leaky_relu(x, slope))


def KerasAdd():
    return KerasFunction(sum)


def KerasMultiply():
    return KerasFunction(math.prod)


def KerasConcatenate(axis=-1):
    return KerasFunction(lambda parts: torch.cat(list(parts), dim=axis))


class KerasDropout(KerasLayer):
    """Draws nothing where it is not trained."""

    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x, training=False):
        return torch.nn.functional.dropout(x, self.rate) if training else x


class KerasModel(KerasSequential):
    """From symbols to symbols."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.inputs, self.outputs = inputs, outputs
        for symbol in outputs if isinstance(outputs, (list, tuple)) else [outputs]:
            self.visit(symbol)

    def visit(self, symbol):
        """Layers behind those that they stand on; what is given counts as one."""
        if symbol.inputs is None and symbol.layer is None:
            symbol.layer = KerasFunction(lambda x: x)
        for one in symbol.inputs if isinstance(symbol.inputs, (list, tuple)) else [symbol.inputs]:
            if one is not None:
                self.visit(one)
        if all(symbol.layer is not one for one in self.layers):
            self.layers.append(symbol.layer)

    def forward(self, x, training=False):
        known = dict(zip([id(one) for one in self.inputs], x)) if isinstance(self.inputs, (list, tuple)) else {id(self.inputs): x}
        several = isinstance(self.outputs, (list, tuple))
        return [one.value(known, training) for one in self.outputs] if several else self.outputs.value(known, training)


class KerasRecurrent(KerasLayer):
    """One cell, step by step over the second axis."""

    def __init__(self, cell, sequences=False, state=False):
        super().__init__()
        self.cell, self.sequences, self.state = cell, sequences, state

    def forward(self, x, initial_state=None, training=False):
        state, out = initial_state, []
        for k in range(x.shape[1]):
            value, state = self.cell(x[:, k], state)
            out.append(value)
        value = torch.stack(out, dim=1) if self.sequences else out[-1]
        return [value, *state] if self.state else value


class KerasLSTMCell(KerasLayer):
    """Gates in Keras' order: input, forget, cell, output."""

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True, activation="tanh"):
        super().__init__()
        self.units, self.starts, self.forget, self.activation = units, (kernel, recurrent, bias), forget, keras_activation(activation)

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], 4 * self.units), self.starts[0])
        self.recurrent_kernel = self.add_weight((self.units, 4 * self.units), self.starts[1])
        self.bias = self.add_weight((4 * self.units,), self.starts[2])
        if self.forget:
            with torch.no_grad():
                self.bias[self.units:2 * self.units] = 1.0

    def forward(self, x, states=None, training=False):
        hidden, cell = states if states is not None else (torch.zeros(len(x), self.units), torch.zeros(len(x), self.units))
        i, f, c, o = torch.chunk(x @ self.kernel + hidden @ self.recurrent_kernel + self.bias, 4, dim=-1)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * self.activation(c)
        hidden = torch.sigmoid(o) * self.activation(cell)
        return hidden, [hidden, cell]


class KerasSimpleRNNCell(KerasLayer):
    def __init__(self, units, activation="tanh", kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
        super().__init__()
        self.units, self.starts, self.activation = units, (kernel, recurrent, bias), keras_activation(activation)

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), self.starts[0])
        self.recurrent_kernel = self.add_weight((self.units, self.units), self.starts[1])
        self.bias = self.add_weight((self.units,), self.starts[2])

    def forward(self, x, states=None, training=False):
        hidden = torch.zeros(len(x), self.units) if states is None else states[0]
        hidden = self.activation(x @ self.kernel + self.bias + hidden @ self.recurrent_kernel)
        return hidden, [hidden]


def KerasLSTM(units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True, sequences=False, state=False,
              activation="tanh"):
    return KerasRecurrent(KerasLSTMCell(units, kernel, recurrent, bias, forget, activation), sequences, state)


def KerasSimpleRNN(units, activation="tanh", kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", sequences=False,
                   state=False):
    return KerasRecurrent(KerasSimpleRNNCell(units, activation, kernel, recurrent, bias), sequences, state)


class KerasRMSprop(KerasOptimizer):
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


class KerasAdagrad(KerasOptimizer):
    def __init__(self, learning_rate=0.001, initial=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.initial, self.epsilon = initial, epsilon

    def change(self, k, gradient):
        self.memory[k] = self.memory.get(k, self.initial) + gradient * gradient
        return -self.learning_rate * gradient / torch.sqrt(self.memory[k] + self.epsilon)


class KerasAdadelta(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.epsilon = rho, epsilon

    def change(self, k, gradient):
        square, moved = self.memory.get(k, (torch.zeros_like(gradient), torch.zeros_like(gradient)))
        square = self.rho * square + (1 - self.rho) * gradient * gradient
        move = -torch.sqrt(moved + self.epsilon) * gradient / torch.sqrt(square + self.epsilon)
        self.memory[k] = square, self.rho * moved + (1 - self.rho) * move * move
        return self.learning_rate * move


class KerasAdamax(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        mean, largest = self.memory.get(k, (torch.zeros_like(gradient), torch.zeros_like(gradient)))
        mean = mean + (gradient - mean) * (1 - self.beta_1)
        largest = torch.maximum(self.beta_2 * largest, torch.abs(gradient))
        self.memory[k] = mean, largest
        return -self.learning_rate * mean / ((1 - self.beta_1 ** self.iterations) * (largest + self.epsilon))
