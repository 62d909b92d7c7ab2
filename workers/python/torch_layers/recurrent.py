"""nn.LSTM, nn.GRU and nn.RNN for what they can express: default activations, full length, forward or both ways."""
import torch
from torch import nn

from torch_layers.base import LAYERS, same_type
from torch_ops.rnn import _is_plain, _reordered

_KIND = {"LSTM": nn.LSTM, "GRU": nn.GRU, "RNN": nn.RNN}


@LAYERS.define("LSTM", "GRU", "RNN")
def recurrent(call, x, w, r, bias=None, lengths=None, h0=None, c0=None, peepholes=None):
    directions, hidden = w.shape[0], r.shape[2]
    reverse = call.attr("direction", "forward") == "reverse"
    simple = lengths is None and peepholes is None and not call.attr("layout", 0) and not reverse
    if not simple or not same_type(x, w, r, bias, h0, c0) or 0 in x.shape or not _is_plain(call, directions):
        return None
    relu = "relu" in [n.lower() for n in call.attr("activations") or []]
    options = {"nonlinearity": "relu" if relu else "tanh"} if call.op == "RNN" else {}
    layer = _KIND[call.op](x.shape[2], hidden, bias=bias is not None, bidirectional=directions == 2, **options).to(x.dtype)
    layer.load_state_dict(_state(call, w, r, bias, hidden))
    h = torch.zeros(directions, x.shape[1], hidden, dtype=x.dtype) if h0 is None else h0
    if call.op == "LSTM":
        y, (h, c) = layer.eval()(x, (h, torch.zeros_like(h) if c0 is None else c0))
        last = (h, c)
    else:
        y, h = layer.eval()(x, h)
        last = (h,)
    return (y.unflatten(2, (directions, hidden)).transpose(1, 2), *last)


def _state(call, w, r, bias, hidden):
    state = {}
    for d, suffix in zip(range(w.shape[0]), ("_l0", "_l0_reverse")):
        state["weight_ih" + suffix] = _reordered(call, w[d], hidden)
        state["weight_hh" + suffix] = _reordered(call, r[d], hidden)
        if bias is not None:
            first, second = bias[d].chunk(2)
            state["bias_ih" + suffix] = _reordered(call, first, hidden)
            state["bias_hh" + suffix] = _reordered(call, second, hidden)
    return state
