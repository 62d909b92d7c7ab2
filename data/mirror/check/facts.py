# A value as JSON that keeps every bit: {"dtype", "shape", "values", "of"} of a tensor of any framework ("every": only every n-th element is there),
# {"plain", "values"} of Python's numbers, {"list"}, {"dict"}, {"text"}, {"type"} of an element type.
import math
import sys

import numpy as np

MOST_VALUES, MOST_SAMPLE, MOST_ITEMS, MOST_DEPTH, MOST_TEXT = 4096, 1024, 64, 4, 400


def number(x):
    """JSON has no infinity and no NaN: as text."""
    if isinstance(x, complex):
        return [number(x.real), number(x.imag)]
    return x if not isinstance(x, float) or math.isfinite(x) else repr(x)


def array_of(x):
    """The numbers of a tensor of any framework, or None."""
    kind = type(x).__module__.split(".")[0]
    if isinstance(x, (np.ndarray, np.generic)):
        return np.asarray(x)
    if kind == "torch" and hasattr(x, "detach"):
        x = x.detach()
        x = x.to_dense() if x.layout is not sys.modules["torch"].strided else x
        x = x.dequantize() if x.is_quantized else x
        x = x.resolve_conj().resolve_neg()
        return (x.float() if name_of(x.dtype) == "bfloat16" else x).cpu().numpy()
    if kind in ("tensorflow", "keras") and hasattr(x, "numpy"):
        return np.asarray(x.numpy())
    if kind.startswith("jax") and hasattr(x, "dtype") and not hasattr(x, "aval_primal"):
        return np.asarray(x)
    return None


def is_key(x):
    """A key of JAX, or several, or what stands for them in a twin: each framework has its own."""
    if isinstance(x, (list, tuple)):
        return len(x) > 0 and all(is_key(one) for one in x)
    if type(x).__name__ == "RandomKey":
        return True
    if not keys or maker_of(x) != "jax" or name_of(getattr(x, "dtype", "")) != "uint32" or not x.shape:
        return False
    return all(row.tobytes() in keys for row in np.asarray(x).reshape(-1, x.shape[-1]))


def maker_of(x):
    """Who computed it: numpy, or a framework."""
    root = type(x).__module__.split(".")[0]
    return "jax" if root.startswith("jax") else "tensorflow" if root == "keras" else root


def tensor_fact(x, a):
    dtype = name_of(x.dtype) if hasattr(x, "dtype") else str(a.dtype)
    if a.dtype.kind not in "biufc":
        a = a.astype(np.float32) if "float" in dtype else None
    if a is None:
        return None
    out = {"dtype": dtype, "shape": list(a.shape), "of": maker_of(x)}
    flat = a.ravel()
    if flat.size > MOST_VALUES:
        out["every"] = -(-flat.size // MOST_SAMPLE)
        flat = flat[:: out["every"]]
    return out | {"values": [number(v) for v in flat.tolist()]}


def fact(x, depth=0):
    """A value as JSON that keeps every bit; None: nothing that could be compared."""
    if x is None or depth > MOST_DEPTH or is_key(x):
        return None
    if isinstance(x, (bool, int, float, complex)):
        return {"plain": type(x).__name__, "values": [number(x) if abs(x) < 1 << 62 or not isinstance(x, int) else str(x)]}
    if isinstance(x, str):
        return {"text": x[:MOST_TEXT]}
    if type(x).__name__ in ("Size", "TensorShape"):
        return {"list": [fact(n, depth + 1) for n in x]} if type(x).__name__ == "Size" or x.rank is not None else None
    if isinstance(x, np.dtype) or type(x).__name__ in ("dtype", "DType") or (isinstance(x, type) and issubclass(x, np.generic)):
        return {"type": name_of(np.dtype(x) if isinstance(x, type) else x)}
    a = array_of(x)
    if a is not None:
        return tensor_fact(x, a)
    if isinstance(x, dict):
        return {"dict": {str(k)[:100]: fact(v, depth + 1) for k, v in list(x.items())[:MOST_ITEMS]}}
    if isinstance(x, (set, frozenset)):
        x = sorted(x, key=repr)
    if isinstance(x, (list, tuple)):
        return {"list": [fact(v, depth + 1) for v in x[:MOST_ITEMS]], "length": len(x)}
    return None


def safe_fact(x):
    try:
        return fact(x)
    except Exception:  # values that cannot be read: tracers, tensors that were freed
        return None
