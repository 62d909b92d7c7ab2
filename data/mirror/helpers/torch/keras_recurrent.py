"""Helpers of programs that are carried to PyTorch: layers of Keras: recurrent ones and what is laid around them."""
import copy

import torch


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
