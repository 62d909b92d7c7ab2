"""RNN, GRU and LSTM: one lax.scan per direction over steps that are matrix products and activations."""
import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax import lax

from assay_worker import Unsupported

from .common import OPS

ACTIVATIONS = {
    "relu": lambda x, a, b: jax.nn.relu(x), "tanh": lambda x, a, b: jnp.tanh(x),
    "sigmoid": lambda x, a, b: jax.nn.sigmoid(x),
    "affine": lambda x, a, b: a * x + b, "leakyrelu": lambda x, a, b: jax.nn.leaky_relu(x, a),
    "thresholdedrelu": lambda x, a, b: jnp.where(x > a, x, jnp.zeros_like(x)),
    "scaledtanh": lambda x, a, b: a * jnp.tanh(b * x), "hardsigmoid": lambda x, a, b: jnp.clip(a * x + b, 0, 1),
    "elu": lambda x, a, b: jax.nn.elu(x, a), "softsign": lambda x, a, b: jax.nn.soft_sign(x),
    "softplus": lambda x, a, b: jax.nn.softplus(x),
}
# Defaults of the operators of the same name; the keys tell who takes a number from the lists of alphas and betas.
ALPHA = {"affine": 1.0, "leakyrelu": 0.01, "thresholdedrelu": 1.0, "scaledtanh": 1.0, "hardsigmoid": 0.2, "elu": 1.0}
BETA = {"affine": 0.0, "scaledtanh": 1.0, "hardsigmoid": 0.5}
DEFAULTS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}


def _activations(call, directions):
    """(name, alpha, beta) of the functions of all directions, in order."""
    defaults = DEFAULTS[call.op]
    names = call.attr("activations") or defaults * directions
    alphas, betas = list(call.attr("activation_alpha") or []), list(call.attr("activation_beta") or [])
    found = []
    for name in (n.lower() for n in names[:len(defaults) * directions]):
        if name not in ACTIVATIONS:
            raise Unsupported(f"activation {name}")
        alpha = alphas.pop(0) if name in ALPHA and alphas else ALPHA.get(name)
        beta = betas.pop(0) if name in BETA and betas else BETA.get(name)
        found.append((name, alpha, beta))
    return found


@dataclasses.dataclass(frozen=True)
class Cell:
    """What a direction does, without its tensors: hashable, so that JAX compiles each kind once."""
    op: str
    functions: tuple
    clip: float | None
    flag: bool  # linear_before_reset or input_forget
    backwards: bool

    def activate(self, i, x):
        name, alpha, beta = self.functions[i]
        return ACTIVATIONS[name](x if self.clip is None else jnp.clip(x, -self.clip, self.clip), alpha, beta)

    def squash(self, c):
        """The cell state of an LSTM is not clipped on its way out."""
        name, alpha, beta = self.functions[2]
        return ACTIVATIONS[name](c, alpha, beta)


def _rnn(cell, state, x, w, r, b, p):
    half = w.shape[0]
    return (cell.activate(0, x @ w.T + state[0] @ r.T + (b[:half] + b[half:])),)


def _gru(cell, state, x, w, r, b, p):
    size = r.shape[1]
    gates = 2 * size
    wb, rb = b[:3 * size], b[3 * size:]
    h, = state
    from_x, from_h = x @ w.T + wb, h @ r[:gates].T + rb[:gates]
    z = cell.activate(0, from_x[:, :size] + from_h[:, :size])
    reset = cell.activate(0, from_x[:, size:gates] + from_h[:, size:])
    if cell.flag:
        hidden = reset * (h @ r[gates:].T + rb[gates:])
    else:
        hidden = (reset * h) @ r[gates:].T + rb[gates:]
    return ((1 - z) * cell.activate(1, from_x[:, gates:] + hidden) + z * h,)


def _lstm(cell, state, x, w, r, b, p):
    size = r.shape[1]
    h, c = state
    i, o, forget, fresh = jnp.split(x @ w.T + h @ r.T + (b[:4 * size] + b[4 * size:]), 4, axis=1)
    peep_i, peep_o, peep_f = (0, 0, 0) if p is None else jnp.split(p, 3)
    i = cell.activate(0, i + peep_i * c)
    forget = 1 - i if cell.flag else cell.activate(0, forget + peep_f * c)
    c = forget * c + i * cell.activate(1, fresh)
    return cell.activate(0, o + peep_o * c) * cell.squash(c), c


CELLS = {"RNN": (_rnn, 1), "GRU": (_gru, 3), "LSTM": (_lstm, 4)}


@functools.partial(jax.jit, static_argnames="cell")
def _run(cell, state, x, lengths, w, r, b, p):
    """All steps of one direction: (final state, outputs).

    A state stays and the output is zero where a sequence has ended (or, backwards, has not begun).
    """
    step = CELLS[cell.op][0]

    def masked(state, at):
        time, row = at
        fresh = step(cell, state, row, w, r, b, p)
        if lengths is None:
            return fresh, fresh[0]
        alive = (time < lengths)[:, None]
        kept = tuple(jnp.where(alive, new, old) for new, old in zip(fresh, state))
        return kept, jnp.where(alive, fresh[0], jnp.zeros_like(fresh[0]))
    with jax.disable_jit(False):  # in a pack too a loop stays a loop
        return lax.scan(masked, state, (jnp.arange(x.shape[0]), x), reverse=cell.backwards)


@OPS.define(*CELLS)
def recurrent(call, x, w, r, b=None, lengths=None, h=None, c=None, p=None):
    batch_first, direction = call.attr("layout", 0), call.attr("direction", "forward")
    directions = 2 if direction == "bidirectional" else 1
    if batch_first:
        x = jnp.swapaxes(x, 0, 1)
        h, c = (None if s is None else jnp.swapaxes(s, 0, 1) for s in (h, c))
    size, functions = r.shape[2], _activations(call, directions)
    zero = jnp.zeros((x.shape[1], size), x.dtype)
    flag = bool(call.attr("linear_before_reset", 0) or call.attr("input_forget", 0))
    per = len(functions) // directions
    outputs, finals = [], []
    for d in range(directions):
        backwards = direction == "reverse" or d == 1
        cell = Cell(call.op, tuple(functions[d * per:(d + 1) * per]), call.attr("clip"), flag, backwards)
        bias = jnp.zeros(2 * CELLS[call.op][1] * size, x.dtype) if b is None else b[d]
        state = (zero if h is None else h[d],) + ((zero if c is None else c[d],) if call.op == "LSTM" else ())
        final, output = _run(cell, state, x, lengths, w[d], r[d], bias, None if p is None else p[d])
        outputs.append(output)
        finals.append(final)
    y = jnp.stack(outputs, 1)  # [step, direction, batch, hidden]
    last = [jnp.stack(states) for states in zip(*finals)]
    if batch_first:
        y, last = jnp.transpose(y, (2, 0, 1, 3)), [jnp.swapaxes(s, 0, 1) for s in last]
    return (y, *last)
