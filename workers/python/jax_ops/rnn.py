"""RNN, GRU and LSTM: one lax.scan per direction over steps that are matrix products and activations."""
import jax
import jax.numpy as jnp
from jax import lax

from assay_worker import Unsupported

from .common import OPS

ACTIVATIONS = {
    "relu": lambda x, a, b: jax.nn.relu(x), "tanh": lambda x, a, b: jnp.tanh(x), "sigmoid": lambda x, a, b: jax.nn.sigmoid(x),
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
    """Functions of all directions, in order."""
    defaults = DEFAULTS[call.op]
    names = call.attr("activations") or defaults * directions
    alphas, betas = list(call.attr("activation_alpha") or []), list(call.attr("activation_beta") or [])
    found = []
    for name in (n.lower() for n in names[:len(defaults) * directions]):
        if name not in ACTIVATIONS:
            raise Unsupported(f"activation {name}")
        alpha = alphas.pop(0) if name in ALPHA and alphas else ALPHA.get(name)
        beta = betas.pop(0) if name in BETA and betas else BETA.get(name)
        found.append(lambda x, f=ACTIVATIONS[name], a=alpha, b=beta: f(x, a, b))
    return found


def _rnn(call, x, w, r, b, p, clip, functions):
    """Each cell gives step(state, x) -> state; a state is (h,) or (h, c)."""
    half = w.shape[0]
    bias = b[:half] + b[half:]

    def step(state, x):
        return (functions[0](clip(x @ w.T + state[0] @ r.T + bias)),)
    return step


def _gru(call, x, w, r, b, p, clip, functions):
    size = r.shape[1]
    f, g = functions
    wb, rb = b[:3 * size], b[3 * size:]
    gates = 2 * size

    def step(state, x):
        h, = state
        from_x, from_h = x @ w.T + wb, h @ r[:gates].T + rb[:gates]
        z = f(clip(from_x[:, :size] + from_h[:, :size]))
        reset = f(clip(from_x[:, size:gates] + from_h[:, size:]))
        if call.attr("linear_before_reset", 0):
            hidden = reset * (h @ r[gates:].T + rb[gates:])
        else:
            hidden = (reset * h) @ r[gates:].T + rb[gates:]
        return ((1 - z) * g(clip(from_x[:, gates:] + hidden)) + z * h,)
    return step


def _lstm(call, x, w, r, b, p, clip, functions):
    size = r.shape[1]
    f, g, squash = functions
    bias = b[:4 * size] + b[4 * size:]
    peep_i, peep_o, peep_f = (p[:size], p[size:2 * size], p[2 * size:]) if p is not None else (0, 0, 0)

    def step(state, x):
        h, c = state
        i, o, forget, cell = jnp.split(x @ w.T + h @ r.T + bias, 4, axis=1)
        i = f(clip(i + peep_i * c))
        forget = 1 - i if call.attr("input_forget", 0) else f(clip(forget + peep_f * c))
        c = forget * c + i * g(clip(cell))
        return f(clip(o + peep_o * c)) * squash(c), c
    return step


CELLS = {"RNN": (_rnn, 1), "GRU": (_gru, 3), "LSTM": (_lstm, 4)}


@OPS.define(*CELLS)
def recurrent(call, x, w, r, b=None, lengths=None, h=None, c=None, p=None):
    make, gates = CELLS[call.op]
    batch_first = call.attr("layout", 0)
    direction = call.attr("direction", "forward")
    directions = 2 if direction == "bidirectional" else 1
    if batch_first:
        x = jnp.swapaxes(x, 0, 1)
        h, c = (None if s is None else jnp.swapaxes(s, 0, 1) for s in (h, c))
    size = r.shape[2]
    zero = jnp.zeros((x.shape[1], size), x.dtype)
    limit = call.attr("clip")
    clip = (lambda v: v) if limit is None else (lambda v: jnp.clip(v, -limit, limit))
    functions = _activations(call, directions)
    per = len(functions) // directions
    outputs, finals = [], []
    for d in range(directions):
        bias = jnp.zeros(2 * gates * size, x.dtype) if b is None else b[d]
        step = make(call, x, w[d], r[d], bias, None if p is None else p[d], clip, functions[d * per:(d + 1) * per])
        state = (zero if h is None else h[d],)
        if call.op == "LSTM":
            state += (zero if c is None else c[d],)
        final, output = _run(step, state, x, lengths, direction == "reverse" or d == 1)
        outputs.append(output)
        finals.append(final)
    y = jnp.stack(outputs, 1)  # [step, direction, batch, hidden]
    last = [jnp.stack([final[k] for final in finals]) for k in range(len(finals[0]))]
    if batch_first:
        y, last = jnp.transpose(y, (2, 0, 1, 3)), [jnp.swapaxes(s, 0, 1) for s in last]
    return (y, *last)


def _run(step, state, x, lengths, backwards):
    """A state stays and the output is zero where a sequence has ended (or, backwards, has not begun)."""
    times = jnp.arange(x.shape[0])

    def masked(state, at):
        time, row = at
        fresh = step(state, row)
        if lengths is None:
            return fresh, fresh[0]
        alive = (time < lengths)[:, None]
        kept = tuple(jnp.where(alive, new, old) for new, old in zip(fresh, state))
        return kept, jnp.where(alive, fresh[0], jnp.zeros_like(fresh[0]))
    return lax.scan(masked, state, (times, x), reverse=backwards)
