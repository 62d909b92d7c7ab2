"""RNN, GRU and LSTM, unrolled over time from TensorFlow's matrix products and activations.

Keras layers know neither peepholes nor clips nor other activations, and their cuDNN-like kernels do not exist on the
CPU.
"""
import tensorflow as tf

from .common import OPS, dims, scalar
from assay_worker import Unsupported

# name -> (function of x, alpha, beta; default alpha; default beta); None: takes none.
_ACTIVATIONS = {
    "relu": (lambda x, a, b: tf.nn.relu(x), None, None),
    "tanh": (lambda x, a, b: tf.tanh(x), None, None),
    "sigmoid": (lambda x, a, b: tf.sigmoid(x), None, None),
    "softsign": (lambda x, a, b: tf.nn.softsign(x), None, None),
    "softplus": (lambda x, a, b: tf.math.softplus(x), None, None),
    "affine": (lambda x, a, b: a * x + b, 1.0, 0.0),
    "leakyrelu": (lambda x, a, b: tf.where(x < 0, a * x, x), 0.01, None),
    "thresholdedrelu": (lambda x, a, b: tf.where(x >= a, x, tf.zeros_like(x)), 1.0, None),
    "scaledtanh": (lambda x, a, b: a * tf.tanh(b * x), 1.0, 1.0),
    "hardsigmoid": (lambda x, a, b: tf.minimum(tf.maximum(a * x + b, scalar(0, x)), scalar(1, x)), 0.2, 0.5),
    "elu": (lambda x, a, b: tf.where(x < 0, a * tf.math.expm1(tf.minimum(x, scalar(0, x))), x), 1.0, None),
}


def _activations(call, defaults, directions, like):
    """The functions of each direction; alphas and betas are consumed by those that take them."""
    names = call.attr("activations") or defaults * directions
    alphas, betas = iter(call.attr("activation_alpha") or []), iter(call.attr("activation_beta") or [])
    clip = call.attr("clip")
    functions = []
    for i, name in enumerate(names):
        if name.lower() not in _ACTIVATIONS:
            raise Unsupported(f"activation {name}")
        function, alpha, beta = _ACTIVATIONS[name.lower()]
        alpha = None if alpha is None else scalar(next(alphas, alpha), like)
        beta = None if beta is None else scalar(next(betas, beta), like)
        # The last function of an LSTM sees the cell, which libraries do not clip.
        limit = None if clip is None or (call.op == "LSTM" and i % 3 == 2) else scalar(clip, like)
        functions.append(lambda x, f=function, a=alpha, b=beta, c=limit: f(
            x if c is None else tf.minimum(tf.maximum(x, -c), c), a, b))
    return [functions[i * len(defaults):(i + 1) * len(defaults)] for i in range(directions)]


# Gates and default activations.
_CELLS = {"RNN": (1, ["Tanh"]), "GRU": (3, ["Sigmoid", "Tanh"]), "LSTM": (4, ["Sigmoid", "Tanh", "Tanh"])}


class _Layer:
    """One direction: weights and the step over time."""

    def __init__(self, call, d, functions, w, r, b, peepholes, gates):
        self.call, self.f, self.w, self.r = call, functions, w[d], r[d]
        self.hidden = dims(r)[2]
        size = gates * self.hidden
        self.wb, self.rb = (None, None) if b is None else (b[d, :size], b[d, size:])
        self.p = None if peepholes is None else tf.split(peepholes[d], 3)

    def linear(self, x, weight, bias):
        y = tf.linalg.matmul(x, weight, transpose_b=True)
        return y if bias is None else y + bias

    def rnn(self, x, h, c):
        return self.f[0](self.linear(x, self.w, self.wb) + self.linear(h, self.r, self.rb)), c

    def gru(self, x, h, c):
        wz, wr, wh = tf.split(self.linear(x, self.w, self.wb), 3, 1)
        n = self.hidden
        bias = None if self.rb is None else self.rb[:2 * n]
        rz, rr = tf.split(self.linear(h, self.r[:2 * n], bias), 2, 1)
        z, reset = self.f[0](wz + rz), self.f[0](wr + rr)
        bias = None if self.rb is None else self.rb[2 * n:]
        if self.call.attr("linear_before_reset", 0):
            new = self.f[1](wh + reset * self.linear(h, self.r[2 * n:], bias))
        else:
            new = self.f[1](wh + self.linear(reset * h, self.r[2 * n:], bias))
        return (scalar(1, z) - z) * new + z * h, c

    def lstm(self, x, h, c):
        gates = self.linear(x, self.w, self.wb) + self.linear(h, self.r, self.rb)
        i, o, f, g = tf.split(gates, 4, 1)
        pi, po, pf = self.p or (None, None, None)
        i = self.f[0](i if pi is None else i + pi * c)
        f = scalar(1, i) - i if self.call.attr("input_forget", 0) else self.f[0](f if pf is None else f + pf * c)
        c = f * c + i * self.f[1](g)
        o = self.f[0](o if po is None else o + po * c)
        return o * self.f[2](c), c

    def run(self, x, lengths, h, c, reverse):
        """x [steps, batch, input] -> Y [steps, batch, hidden], last h and c."""
        step = getattr(self, self.call.op.lower())
        turn = (lambda v: tf.reverse(v, [0])) if lengths is None else (lambda v: tf.reverse_sequence(v, lengths, 0, 1))
        if reverse:
            x = turn(x)
        outputs = []
        for t in range(dims(x)[0]):
            new_h, new_c = step(x[t], h, c)
            if lengths is None:
                h, c = new_h, new_c
                outputs.append(h)
            else:
                active = (t < lengths)[:, None]
                h, c = tf.where(active, new_h, h), tf.where(active, new_c, c)
                outputs.append(tf.where(active, new_h, tf.zeros_like(new_h)))
        y = tf.stack(outputs) if outputs else tf.zeros([0, *dims(h)], h.dtype)
        return (turn(y) if reverse else y), h, c


@OPS.define("RNN", "GRU", "LSTM")
def recurrent(call, x, w, r, b=None, lengths=None, initial_h=None, initial_c=None, peepholes=None):
    gates, defaults = _CELLS[call.op]
    directions, batch_first = dims(w)[0], call.attr("layout", 0)
    functions = _activations(call, defaults, directions, x)
    if batch_first:
        x = tf.transpose(x, [1, 0, 2])
        initial_h, initial_c = (None if v is None else tf.transpose(v, [1, 0, 2]) for v in (initial_h, initial_c))
    zeros = tf.zeros([dims(x)[1], dims(r)[2]], x.dtype)
    results = []
    for d in range(directions):
        layer = _Layer(call, d, functions[d], w, r, b, peepholes, gates)
        results.append(layer.run(x, lengths, zeros if initial_h is None else initial_h[d],
                                 zeros if initial_c is None else initial_c[d],
                                 call.attr("direction", "forward") == "reverse" or d == 1))
    y, h, c = (tf.stack(v, axis) for v, axis in zip(zip(*results), (1, 0, 0)))
    if batch_first:
        y, h, c = tf.transpose(y, [2, 0, 1, 3]), tf.transpose(h, [1, 0, 2]), tf.transpose(c, [1, 0, 2])
    return (y, h, c) if call.op == "LSTM" else (y, h)
