"""Helpers of programs that are carried to JAX: layers and modules."""
import math

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np


def weights_of(values):
    return jnp.asarray(values)


class Module:
    """What a model is made of: called, it gives what forward gives."""

    def __init__(self):
        self.training = True

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

    def parameters(self):
        own = [part for part in Module.parts(self) if isinstance(part, jax.Array)]
        return own + [p for part in Module.parts(self) if isinstance(part, Module) for p in part.parameters()]


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        bound = 1.0 / math.sqrt(in_features)
        self.weight = weights_of(initial_weights((out_features, in_features), bound))
        self.bias = weights_of(initial_weights((out_features,), bound)) if bias else None

    def forward(self, x):
        out = x @ self.weight.T
        return out if self.bias is None else out + self.bias


class BatchNorm(Module):
    def __init__(self, num_features, eps=1e-05, momentum=0.1):
        super().__init__()
        self.weight, self.bias = jnp.ones(num_features), jnp.zeros(num_features)
        self.running_mean, self.running_var = jnp.zeros(num_features), jnp.ones(num_features)
        self.eps, self.momentum = eps, momentum

    def forward(self, x):
        out = batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, self.training, self.eps)
        if self.training and not isinstance(x, jax.core.Tracer):
            axes, old = tuple(k for k in range(x.ndim) if k != 1), 1.0 - self.momentum
            self.running_mean = old * self.running_mean + self.momentum * jnp.mean(x, axis=axes)
            self.running_var = old * self.running_var + self.momentum * jnp.var(x, axis=axes, ddof=1)
        return out

    def parameters(self):
        return [self.weight, self.bias]


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.weight = weights_of(initial_weights((num_embeddings, embedding_dim), 1.0))

    def forward(self, x):
        return self.weight[x]


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


def GELU():
    return Stateless(lambda x: jax.nn.gelu(x, approximate=False))


def SiLU():
    return Stateless(jax.nn.silu)


def Softplus():
    return Stateless(jax.nn.softplus)


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


def Flatten():
    return Stateless(lambda x: jnp.reshape(x, [x.shape[0], -1]))


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, x):
        return x * (np.random.random_sample(x.shape) >= self.p) / (1.0 - self.p) if self.training else x


def Hardswish():
    return Stateless(jax.nn.hard_swish)
