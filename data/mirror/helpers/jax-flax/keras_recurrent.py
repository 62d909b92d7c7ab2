"""Helpers of programs that are carried to JAX where Flax and Optax are installed: layers of Keras: recurrent ones and what is laid around them."""
import flax.linen
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
        split = lambda weight: jnp.split(weight, 4, axis=-1)
        weights = {}
        for gate, kernel, recurrent, bias in zip("ifgo", split(self.kernel), split(self.recurrent_kernel), split(self.bias)):
            weights["i" + gate], weights["h" + gate] = {"kernel": kernel}, {"kernel": recurrent, "bias": bias}
        (c, h), _ = flax.linen.LSTMCell(self.units).apply({"params": weights}, (state[1], state[0]), x)
        return h, [h, c]


class KerasRNNCell(KerasLSTMCell):
    gates = 1

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        weights = {"i": {"kernel": self.kernel, "bias": self.bias}, "h": {"kernel": self.recurrent_kernel}}
        h = flax.linen.SimpleCell(self.units).apply({"params": weights}, state[0], x)[1]
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
        split = lambda weight: jnp.split(weight, 3, axis=-1)
        weights = {}
        for gate, kernel, recurrent, bias, other in zip("zrn", split(self.kernel), split(self.recurrent_kernel), *map(split, self.bias)):
            own = gate == "n"
            weights["i" + gate] = {"kernel": kernel, "bias": bias if own else bias + other}
            weights["h" + gate] = {"kernel": recurrent, "bias": other} if own else {"kernel": recurrent}
        h = flax.linen.GRUCell(self.units).apply({"params": weights}, state[0], x)[1]
        return h, [h]
