"""Helpers of programs that are carried to JAX where Flax is installed: recurrent cells, with PyTorch's weights."""
import flax.linen
import jax
import jax.numpy as jnp


def dense_weights(kernel, bias=None):
    return {"kernel": kernel.T} if bias is None else {"kernel": kernel.T, "bias": bias}


class RNNCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 1)

    def forward(self, x, h=None):
        h = jnp.zeros([*x.shape[:-1], self.hidden_size], x.dtype) if h is None else h
        weights = {"i": dense_weights(self.weight_ih, self.bias_ih + self.bias_hh), "h": dense_weights(self.weight_hh)}
        return flax.linen.SimpleCell(self.hidden_size).apply({"params": weights}, h, x)[1]


class GRUCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 3)

    def forward(self, x, h=None):
        h = jnp.zeros([*x.shape[:-1], self.hidden_size], x.dtype) if h is None else h
        split = lambda weight: jnp.split(weight, 3)
        parts = zip("rzn", split(self.weight_ih), split(self.weight_hh), split(self.bias_ih), split(self.bias_hh))
        weights = {}
        for gate, kernel, recurrent, bias, other in parts:
            own = gate == "n"  # its two biases are kept apart
            weights["i" + gate] = dense_weights(kernel, bias if own else bias + other)
            weights["h" + gate] = dense_weights(recurrent, other if own else None)
        return flax.linen.GRUCell(self.hidden_size).apply({"params": weights}, h, x)[1]


class LSTMCell(Cell):
    def __init__(self, input_size, hidden_size):
        super().__init__(input_size, hidden_size, 4)

    def forward(self, x, state=None):
        zeros = jnp.zeros([*x.shape[:-1], self.hidden_size], x.dtype)
        h, c = (zeros, zeros) if state is None else state
        split = lambda weight: jnp.split(weight, 4)
        weights = {}
        for gate, kernel, recurrent, bias in zip("ifgo", split(self.weight_ih), split(self.weight_hh), split(self.bias_ih + self.bias_hh)):
            weights["i" + gate], weights["h" + gate] = dense_weights(kernel), dense_weights(recurrent, bias)
        (c, h), _ = flax.linen.LSTMCell(self.hidden_size).apply({"params": weights}, (c, h), x)
        return h, c


class MultiheadAttention(Heads):
    def attend(self, q, k, v, allowed):
        weights = {}
        for name, (kernel, bias) in zip(("query", "key", "value"), self.projections()):
            weights[name] = {"kernel": kernel} if bias is None else {"kernel": kernel, "bias": bias}
        kernel, bias = self.out_proj.weight.T.reshape(self.heads, -1, self.out_proj.weight.shape[0]), self.out_proj.bias
        weights["out"] = {"kernel": kernel} if bias is None else {"kernel": kernel, "bias": bias}
        layer = flax.linen.MultiHeadDotProductAttention(self.heads, use_bias=bias is not None)
        out, seen = layer.apply({"params": weights}, q, k, v, mask=allowed, deterministic=True, sow_weights=True, mutable=["intermediates"])
        return out, seen["intermediates"]["attention_weights"][0]


class Dropout(Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.layer, self.draws = flax.linen.Dropout(p), 0

    def forward(self, x):
        """What is computed once more for its gradients drops the same."""
        self.draws += self.training and not Module.again
        return self.layer.apply({}, x, deterministic=not self.training, rngs={"dropout": jax.random.key(self.draws)})


class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None):
        super().__init__()
        self.shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.weight, self.eps = jnp.ones(self.shape), eps

    def forward(self, x):
        axes, epsilon = tuple(range(-len(self.shape), 0)), jnp.finfo(x.dtype).eps if self.eps is None else self.eps
        layer = flax.linen.RMSNorm(epsilon=float(epsilon), reduction_axes=axes, feature_axes=axes)
        return layer.apply({"params": {"scale": self.weight}}, x)
