"""Helpers of programs that are carried to PyTorch: layers and training of Keras."""
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


class KerasLayer(torch.nn.Module):
    """A layer that is built when it is first called."""

    built = False

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        known = {"zeros": np.zeros, "ones": np.ones}.get(initializer, lambda size: initial_weights(size, 0.05))
        value = known(shape).astype("float32")
        return torch.nn.Parameter(torch.tensor(value, dtype=dtype), requires_grad=trainable)

    def get_weights(self):
        return [weight.detach().numpy() for weight in self.parameters()]

    def __call__(self, x, *rest, **options):
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
        self.layers = torch.nn.ModuleList([layer for layer in layers or () if layer is not None])

    def add(self, layer):
        if layer is not None:
            self.layers.append(layer)

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
                weights = [weight for weight in self.parameters() if weight.requires_grad]
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
        if training:
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
        self.embeddings = self.add_weight((input_dim, output_dim))

    def forward(self, x, training=False):
        return self.embeddings[x.long()]


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: torch.mean(x, dim=(1, 2)))
