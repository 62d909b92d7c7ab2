# Whether models that were taken out of programs run on the inputs that they are to be given, and what both are like; as ../torch/probe.py.
import json
import os
import signal

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy as np
import tensorflow as tf


def leaves(x):
    if isinstance(x, (list, tuple)):
        return [leaf for y in x for leaf in leaves(y)]
    if isinstance(x, dict):
        return [leaf for y in x.values() for leaf in leaves(y)]
    return [x]


def kind(x):
    return x.dtype.name if isinstance(x, tf.Tensor) else "object"


def same(a, b):
    a, b = leaves(a), leaves(b)
    return len(a) == len(b) and all(kind(x) == kind(y) and np.array_equal(np.asarray(x).astype(str), np.asarray(y).astype(str)) for x, y in zip(a, b))


def is_extreme(t):
    if not t.dtype.is_floating or 0 in t.shape:
        return 0 in t.shape
    values = tf.cast(t, tf.float64).numpy()
    return bool(not np.isfinite(values).all() or np.abs(values).max() > 1e3 or values.max() == values.min())


def tags_of(inputs, result):
    tensors = [x for x in inputs if isinstance(x, tf.Tensor)]
    plain = isinstance(result, tf.Tensor) or (isinstance(result, tuple) and all(isinstance(x, tf.Tensor) for x in result))
    return sorted(tag for tag, holds in (
        ("nested", any(kind(x) == "object" for x in inputs)), ("scalar-input", any(kind(x) == "object" or not x.shape.rank for x in inputs)),
        ("other-float", any((t.dtype.is_floating and t.dtype != tf.float32) or t.dtype.is_complex for t in tensors)),
        ("integer-input", any(not t.dtype.is_floating for t in tensors)), ("extreme", any(map(is_extreme, tensors))),
        ("nested-result", not plain), ("scalar-result", any(not isinstance(x, tf.Tensor) for x in leaves(result))),
        ("discrete", any(isinstance(x, tf.Tensor) and not x.dtype.is_floating for x in leaves(result)))) if holds)


def look(unit):
    tf.keras.utils.set_random_seed(0)
    names = {"__name__": "probed"}
    exec("import tensorflow as tf\n" + unit["top"], names)
    model = eval(unit["model"], names)
    inputs = eval(unit["inputs"], names)
    if not isinstance(model, tf.keras.Model):
        return {"runs": False}
    first, before = model(*inputs), [w.numpy().copy() for w in model.weights]
    again = model(*inputs)
    if not same(first, again):
        return {"runs": False}
    tags = tags_of(inputs, first)
    if any(not np.array_equal(a, w.numpy()) for a, w in zip(before, model.weights)):
        tags.append("writes-state")
    return {"runs": True, "takes": [kind(x) for x in inputs], "gives": kind(first), "tags": tags}


def too_long(*_):
    raise TimeoutError


signal.signal(signal.SIGALRM, too_long)
for unit in UNITS:
    signal.alarm(20)
    try:
        told = look(unit)
    except BaseException:
        told = {"runs": False}
    signal.alarm(0)
    tf.keras.mixed_precision.set_global_policy("float32")
    print("told " + json.dumps(told), flush=True)
