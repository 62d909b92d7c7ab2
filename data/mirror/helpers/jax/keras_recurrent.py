"""Helpers of programs that are carried to JAX: layers of Keras: recurrent ones and what is laid around them."""
import copy

import jax
import jax.numpy as jnp


class KerasLSTMCell(KerasLayer):
    """Gates in Keras' order: input, forget, cell, output."""

    gates = 4

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True):
        super().__init__()
        self.units, self.initial, self.forget = units, (kernel, recurrent, bias), forget

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((self.gates * self.units,), bias)
        if self.forget:
            self.bias = self.bias.at[self.units:2 * self.units].set(1.0)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units)), jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        h, c = state
        i, f, g, o = jnp.split(x @ self.kernel + h @ self.recurrent_kernel + self.bias, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return h, [h, c]


class KerasRNNCell(KerasLSTMCell):
    gates = 1

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        h = jnp.tanh(x @ self.kernel + state[0] @ self.recurrent_kernel + self.bias)
        return h, [h]


class KerasGRUCell(KerasLSTMCell):
    """Gates in Keras' order: update, reset, new; its two biases are kept apart."""

    gates = 3

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((2, self.gates * self.units), bias)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        a = jnp.split(x @ self.kernel + self.bias[0], 3, axis=-1)
        b = jnp.split(state[0] @ self.recurrent_kernel + self.bias[1], 3, axis=-1)
        update, reset = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        h = update * state[0] + (1.0 - update) * jnp.tanh(a[2] + reset * b[2])
        return h, [h]


class KerasRecurrent(KerasLayer):
    def __init__(self, cell, sequences=False, state=False):
        super().__init__()
        self.cell, self.sequences, self.state = cell, sequences, state

    def trained(self):
        return self.cell.trained()

    def forward(self, x, initial_state=None, training=False):
        now, steps = self.cell.start(x) if initial_state is None else list(initial_state), []
        for t in range(x.shape[1]):
            out, now = self.cell(x[:, t], now)
            steps.append(out)
        out = jnp.stack(steps, axis=1) if self.sequences else steps[-1]
        return [out, *now] if self.state else out


def KerasLSTM(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True):
    return KerasRecurrent(KerasLSTMCell(units, kernel, recurrent, bias, forget), sequences, state)


def KerasGRU(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
    return KerasRecurrent(KerasGRUCell(units, kernel, recurrent, bias, False), sequences, state)


def KerasSimpleRNN(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
    return KerasRecurrent(KerasRNNCell(units, kernel, recurrent, bias, False), sequences, state)


class KerasBidirectional(KerasLayer):
    """A recurrent layer, and one like it from the end."""

    def __init__(self, layer, merge_mode="concat"):
        super().__init__()
        self.ahead, self.back, self.merge = layer, copy.deepcopy(layer), merge_mode
        Module.made += [self.back] + [part for part in Module.parts(self.back) if isinstance(part, Module)]

    def trained(self):
        return self.ahead.trained() + self.back.trained()

    def forward(self, x, training=False):
        out, turned = self.ahead(x), self.back(jnp.flip(x, 1))
        return both_ways(out, turned, self.ahead, self.merge, lambda one: jnp.flip(one, 1), lambda one, other: jnp.concatenate([one, other], axis=-1))


class KerasTimeDistributed(KerasLayer):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def trained(self):
        return self.layer.trained()

    def forward(self, x, training=False):
        out = self.layer(x.reshape((-1,) + x.shape[2:]))
        return out.reshape(x.shape[:2] + out.shape[1:])
