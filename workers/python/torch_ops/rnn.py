"""RNN, GRU and LSTM: torch's own layers for the plain cases, otherwise written out step by step."""
import functools

import torch
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS

# name: (function of (x, alpha, beta), default alpha or None, default beta or None)
_ACTIVATIONS = {
    "relu": (lambda x, a, b: F.relu(x), None, None), "tanh": (lambda x, a, b: torch.tanh(x), None, None),
    "sigmoid": (lambda x, a, b: torch.sigmoid(x), None, None), "affine": (lambda x, a, b: a * x + b, 1.0, 0.0),
    "leakyrelu": (lambda x, a, b: F.leaky_relu(x, a), 0.01, None),
    "thresholdedrelu": (lambda x, a, b: F.threshold(x, a, 0.0), 1.0, None),
    "scaledtanh": (lambda x, a, b: a * torch.tanh(b * x), 1.0, 1.0),
    "hardsigmoid": (lambda x, a, b: torch.clamp(a * x + b, 0.0, 1.0), 0.2, 0.5),
    "elu": (lambda x, a, b: F.elu(x, a), 1.0, None), "softsign": (lambda x, a, b: F.softsign(x), None, None),
    "softplus": (lambda x, a, b: F.softplus(x), None, None),
}
_DEFAULTS = {"RNN": ["Tanh"], "GRU": ["Sigmoid", "Tanh"], "LSTM": ["Sigmoid", "Tanh", "Tanh"]}
_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
_ORDER = {"RNN": [0], "GRU": [1, 0, 2], "LSTM": [0, 2, 3, 1]}  # of ONNX's gates, as torch wants them


def _activations(call, directions):
    """Functions of one argument, those of the first direction first."""
    names = [n.lower() for n in call.attr("activations") or _DEFAULTS[call.op] * directions]
    values = {}
    for i, key in ((1, "activation_alpha"), (2, "activation_beta")):
        takers = [n for n, name in enumerate(names) if _ACTIVATIONS[name][i] is not None]
        given = call.attr(key) or []
        if given and takers and len(given) not in (len(takers), len(names)):
            raise Unsupported(f"{key} of {len(given)} numbers for {names}")
        if given and takers and len(given) == len(names) != len(takers):
            given = [given[n] for n in takers]
        values[i] = dict(zip(takers, given))
    return [functools.partial(_activate, _ACTIVATIONS[name][0], values[1].get(n, _ACTIVATIONS[name][1]),
                              values[2].get(n, _ACTIVATIONS[name][2])) for n, name in enumerate(names)]


def _activate(function, alpha, beta, x):
    return function(x, alpha, beta)


@OPS.define("RNN", "GRU", "LSTM")
def recurrent(call, x, w, r, bias=None, lengths=None, h0=None, c0=None, peepholes=None):
    batch_first = bool(call.attr("layout", 0))
    if batch_first:
        x = x.transpose(0, 1)
        h0, c0 = (None if v is None else v.transpose(0, 1) for v in (h0, c0))
    directions, hidden = w.shape[0], r.shape[2]
    steps, batch = x.shape[:2]
    zeros = torch.zeros(directions, batch, hidden, dtype=x.dtype, device=x.device)
    h0, c0 = (zeros if v is None else v for v in (h0, c0))
    if bias is None:
        bias = torch.zeros(directions, 2 * _GATES[call.op] * hidden, dtype=x.dtype, device=x.device)
    known = None if lengths is None else call.ints(4)
    full = known is None or all(n == steps for n in known)
    if full and peepholes is None and steps and batch and _is_plain(call, x, directions):
        y, h, c = _native(call, x, w, r, bias, h0, c0)
    else:
        masks = None
        if not full:
            masks = torch.arange(steps, device=x.device).unsqueeze(1) < lengths.reshape(1, -1)
        y, h, c = _written_out(call, x, w, r, bias, masks, h0, c0, peepholes)
    if batch_first:
        y, h, c = y.permute(2, 0, 1, 3), h.transpose(0, 1), c.transpose(0, 1)
    return (y, h, c)[:3 if call.op == "LSTM" else 2]


def _is_plain(call, x, directions):
    """Whether torch's layer means the same."""
    names = [n.lower() for n in call.attr("activations") or _DEFAULTS[call.op] * directions]
    default = [n.lower() for n in _DEFAULTS[call.op] * directions]
    if call.attr("clip") is not None or call.attr("input_forget", 0):
        return False
    if call.op == "GRU" and not call.attr("linear_before_reset", 0):
        return False
    rectified = call.op == "RNN" and set(names) == {"relu"}
    # The tanh inside of cuDNN's layers is 7e-6 off: until that has a bound, they would be accused of it.
    return rectified or names == default and not x.is_cuda


def _native(call, x, w, r, bias, h0, c0):
    directions, hidden = w.shape[0], r.shape[2]
    backward = call.attr("direction", "forward") == "reverse"
    params = []
    for d in range(directions):
        params += [_reordered(call, v, hidden) for v in (w[d], r[d], *bias[d].chunk(2))]
    x = x.flip(0) if backward else x
    options = (params, True, 1, 0.0, False, directions == 2, False)
    c = h0
    if call.op == "LSTM":
        y, h, c = torch.lstm(x, (h0, c0), *options)
    elif call.op == "GRU":
        y, h = torch.gru(x, h0, *options)
    else:
        relu = "relu" in [n.lower() for n in call.attr("activations") or []]
        y, h = (torch.rnn_relu if relu else torch.rnn_tanh)(x, h0, *options)
    y = y.unflatten(2, (directions, hidden)).transpose(1, 2)
    return y.flip(0) if backward else y, h, c


def _reordered(call, v, hidden):
    parts = v.split(hidden)
    return torch.cat([parts[i] for i in _ORDER[call.op]]) if len(parts) > 1 else v


def _written_out(call, x, w, r, bias, masks, h0, c0, peepholes):
    directions = w.shape[0]
    functions = _activations(call, directions)
    per = len(functions) // directions
    found = []
    for d in range(directions):
        backward = d == 1 or call.attr("direction", "forward") == "reverse"
        cell = _CELLS[call.op](call, w[d], r[d], bias[d], functions[per * d:per * (d + 1)],
                               None if peepholes is None else peepholes[d])
        found.append(_scan(x, cell, h0[d], c0[d], masks, backward))
    ys, hs, cs = zip(*found)
    return torch.stack(ys, 1), torch.stack(hs), torch.stack(cs)


def _scan(x, cell, h, c, masks, backward):
    steps = x.shape[0]
    ys = [None] * steps
    for t in range(steps)[::-1] if backward else range(steps):
        new_h, new_c = cell(x[t], h, c)
        if masks is None:
            h, c, ys[t] = new_h, new_c, new_h
            continue
        alive = masks[t].unsqueeze(1)  # beyond a sequence's end the state waits and the output is zero
        h, c = torch.where(alive, new_h, h), torch.where(alive, new_c, c)
        ys[t] = torch.where(alive, new_h, torch.zeros_like(new_h))
    empty = torch.zeros(0, *h.shape, dtype=h.dtype, device=h.device)
    return torch.stack(ys) if ys else empty, h, c


def _clipper(call):
    clip = call.attr("clip")
    return (lambda v: v) if clip is None else lambda v: torch.clamp(v, -clip, clip)


def _rnn_cell(call, w, r, bias, functions, _):
    clip, (f,), b = _clipper(call), functions, sum(bias.chunk(2))

    def cell(x, h, c):
        h = f(clip(x @ w.t() + h @ r.t() + b))
        return h, h
    return cell


def _gru_cell(call, w, r, bias, functions, _):
    clip, (f, g) = _clipper(call), functions
    (wz, wr, wh), (rz, rr, rh) = w.chunk(3), r.chunk(3)
    wbz, wbr, wbh, rbz, rbr, rbh = bias.chunk(6)
    before_reset = bool(call.attr("linear_before_reset", 0))

    def cell(x, h, c):
        z = f(clip(x @ wz.t() + h @ rz.t() + wbz + rbz))
        reset = f(clip(x @ wr.t() + h @ rr.t() + wbr + rbr))
        inner = reset * (h @ rh.t() + rbh) if before_reset else (reset * h) @ rh.t() + rbh
        h = (1 - z) * g(clip(x @ wh.t() + inner + wbh)) + z * h
        return h, h
    return cell


def _lstm_cell(call, w, r, bias, functions, peepholes):
    clip, (f, g, last), b = _clipper(call), functions, sum(bias.chunk(2))
    pi, po, pf = (None, None, None) if peepholes is None else peepholes.chunk(3)
    coupled = bool(call.attr("input_forget", 0))

    def peek(v, p, c):
        return v if p is None else v + p * c

    def cell(x, h, c):
        i, o, forget, new = (x @ w.t() + h @ r.t() + b).chunk(4, 1)
        i = f(clip(peek(i, pi, c)))
        forget = 1 - i if coupled else f(clip(peek(forget, pf, c)))
        c = forget * c + i * g(clip(new))
        return f(clip(peek(o, po, c))) * last(c), c
    return cell


_CELLS = {"RNN": _rnn_cell, "GRU": _gru_cell, "LSTM": _lstm_cell}
