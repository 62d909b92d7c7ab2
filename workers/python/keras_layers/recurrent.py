"""LSTM, GRU and SimpleRNN for what the layers can express: default activations, one direction, full length, no initial state."""
import tensorflow as tf
from keras import layers

from keras_layers.base import LAYERS, filled, options, same_type
from tensorflow_ops.common import dims

_KIND = {"LSTM": layers.LSTM, "GRU": layers.GRU, "RNN": layers.SimpleRNN}
_DEFAULTS = {"RNN": ["tanh"], "GRU": ["sigmoid", "tanh"], "LSTM": ["sigmoid", "tanh", "tanh"]}
_ORDER = {"RNN": [0], "GRU": [0, 1, 2], "LSTM": [0, 2, 3, 1]}  # of ONNX's gates, as Keras wants them


@LAYERS.define("LSTM", "GRU", "RNN")
def recurrent(call, x, w, r, bias=None, lengths=None, h0=None, c0=None, peepholes=None):
    names = [n.lower() for n in call.attr("activations") or _DEFAULTS[call.op]]
    plain = names == _DEFAULTS[call.op] and call.attr("clip") is None and not call.attr("input_forget", 0)
    plain &= call.attr("direction", "forward") == "forward" and not call.attr("layout", 0)
    plain &= all(v is None for v in (lengths, h0, c0, peepholes))
    if not plain or not same_type(x, w, r, bias) or 0 in dims(x):
        return None
    after = bool(call.attr("linear_before_reset", 0))
    extra = {"reset_after": after} if call.op == "GRU" else {}
    layer = _KIND[call.op](dims(r)[2], use_bias=bias is not None, return_sequences=True, return_state=True, **extra, **options(x))
    sequence = tf.transpose(x, [1, 0, 2])
    filled(layer, sequence, _kernel(call, w[0]), _kernel(call, r[0]), _bias(call, bias, after))
    y, *last = layer(sequence, training=False)
    return (tf.transpose(y, [1, 0, 2])[:, None], *(state[None] for state in last))


def _gates(call, v):
    parts = tf.split(v, len(_ORDER[call.op]), 0)
    return tf.concat([parts[i] for i in _ORDER[call.op]], 0)


def _kernel(call, v):
    return tf.transpose(_gates(call, v))


def _bias(call, bias, after):
    """Both of ONNX's biases: added up, except where Keras keeps them apart, too."""
    if bias is None:
        return None
    first, second = (_gates(call, v) for v in tf.split(bias[0], 2, 0))
    return tf.stack([first, second]) if call.op == "GRU" and after else first + second
