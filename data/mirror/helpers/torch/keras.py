"""Helpers of programs that are carried to PyTorch: layers of Keras: what they share, models."""
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


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = [function]  # a module of PyTorch is no part of the layer: it has no weights

    def forward(self, x, training=False):
        return self.function[0](x)


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

    def predict(self, x, batch_size=None, verbose=0):
        return self(x).detach().numpy()
