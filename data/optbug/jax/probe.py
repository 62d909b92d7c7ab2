# Whether models that were taken out of programs run on the inputs that they are to be given, and what both are like; as ../torch/probe.py.
import json
import signal

import jax
import jax.numpy as jnp
import numpy as np


def kind(x):
    return str(x.dtype) if isinstance(x, (jax.Array, np.ndarray)) else "object"


def look(unit):
    names = {"__name__": "probed"}
    exec("import jax\nimport jax.numpy as jnp\nimport numpy as np\n" + unit["top"], names)
    model = eval(unit["model"], names)
    inputs = eval(unit["inputs"], names)
    first, again = model(*inputs), model(*inputs)
    flat = [jax.tree.leaves(x) for x in (first, again)]
    if len(flat[0]) != len(flat[1]) or any(kind(a) != kind(b) or not np.array_equal(np.asarray(a), np.asarray(b), equal_nan=kind(a)[0] == "f") for a, b in zip(*flat)):
        return {"runs": False}
    arrays = [x for x in inputs if kind(x) != "object"]
    floats = [x for x in arrays if jnp.issubdtype(x.dtype, jnp.floating)]
    tags = sorted(tag for tag, holds in (
        ("nested", len(arrays) < len(inputs)), ("scalar-input", any(kind(x) == "object" or not x.ndim for x in inputs)),
        ("other-float", any(x.dtype != np.float32 for x in floats)), ("integer-input", len(floats) < len(arrays)),
        ("extreme", any(not x.size or not np.isfinite(np.asarray(x, np.float64)).all() for x in arrays)), ("across-batch", True),
        ("nested-result", not isinstance(first, (jax.Array, tuple))), ("scalar-result", any(kind(x) == "object" for x in flat[0])),
        ("discrete", any(kind(x)[0] != "f" for x in flat[0]))) if holds)
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
    print("told " + json.dumps(told), flush=True)
