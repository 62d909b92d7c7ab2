def failed(x):
    """Whether a result says itself that it is none, as `info` of torch.linalg.cholesky_ex does."""
    info = array(getattr(x, "info", None))
    return info is not None and bool(np.any(info != 0))


def same(a, b):
    """Whether two results are equal up to rounding; things that cannot be compared count as equal."""
    if failed(a) and failed(b):
        return same(a.info, b.info)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    x, y = array(a), array(b)
    if x is None or y is None:
        plain = (bool, int, float, complex, str, bytes, type(None))
        if (x is None) != (y is None):
            return False
        if isinstance(a, float) and isinstance(b, float):
            return bool(np.isclose(a, b, rtol=1e-4, atol=1e-6, equal_nan=True))
        return not isinstance(a, plain) or not isinstance(b, plain) or a == b
    if x.shape != y.shape or getattr(a, "dtype", None) != getattr(b, "dtype", None):
        return False
    return np.allclose(x, y, rtol=1e-4, atol=1e-6, equal_nan=True) if x.dtype.kind in "fc" else np.array_equal(x, y)


def near(a, b):
    """Whether the numbers of `a` are those of `b` (numpy arrays) up to rounding in 64 bits; types and sizes of 1 do not count."""
    if isinstance(b, tuple):
        return len(a) == len(b) and all(map(near, a, b))
    x, y = np.ravel(a if array(a) is None else array(a)), np.ravel(b)
    largest = np.max(np.abs(y[np.isfinite(y)]), initial=0)
    return x.shape == y.shape and np.allclose(x, y, rtol=1e-6, atol=1e-9 * largest, equal_nan=True)


def describe(x):
    """One line about a result."""
    if isinstance(x, (list, tuple)):
        return "(" + ", ".join(map(describe, x)) + ")"
    y = array(x)
    text = repr(x)[:80] if y is None else f"{getattr(x, 'dtype', y.dtype)}{list(y.shape)} {y.ravel()[:6].tolist()}"
    return " ".join(text.split())


def is_tensor(x):
    return array(x) is not None and hasattr(x, "dtype")


def tensors_only(x):
    return all(map(tensors_only, x)) if isinstance(x, (list, tuple)) else is_tensor(x)


def dtype_name(x):
    """Of a tensor of any framework, as numpy calls it."""
    return str(getattr(x.dtype, "name", x.dtype)).replace("torch.", "")


def flat(x):
    """The numbers of a result without its shape."""
    if isinstance(x, (list, tuple)):
        return [flat(y) for y in x]
    y = array(x)
    return x if y is None else y.ravel()


def signs(shape, seed):
    """1 and -1 by chance, the same for the same seed."""
    return np.random.default_rng(seed).choice([-1.0, 1.0], shape)


def excess(rounded, exact, moved):
    """How many times further from `exact` a float32 result is than inputs moved by a rounding unit can bring it."""
    if isinstance(exact, (list, tuple)):
        return max([excess(*parts) for parts in zip(rounded, exact, zip(*moved))], default=0)
    a, b = array(rounded), array(exact)
    if b is None or b.dtype.kind not in "fc" or b.size == 0 or a.dtype.itemsize >= b.dtype.itemsize:
        return 0
    with np.errstate(all="ignore"):
        others = [array(m).astype(a.dtype).astype(b.dtype) for m in moved]
        b = b.astype(a.dtype).astype(b.dtype)  # what is beyond float32 is beyond it for both
        if any(m.shape != b.shape for m in others) or a.shape != b.shape:
            return 0
        noise = np.max([np.abs(m - b) for m in others], axis=0)
        # What does not move at all has steps, and a step may lie anywhere.
        told = np.isfinite(b) & np.isfinite(noise) & (noise > 0)
        if not told.any():
            return 0
        if noise[told].max() > 0.01 * np.abs(b[told]).max():
            return 0  # so badly conditioned that nothing can be asked
        unit = np.finfo(np.float32).eps
        allowed = noise[told].max() + unit * np.abs(b[told]).max() + np.finfo(np.float32).tiny
        error = np.abs(a.astype(b.dtype) - b)[told]
        if not np.isfinite(error).all():
            # Where others fail too, failing is a matter of rounding.
            return float("inf") if all(np.isfinite(m).all() for m in [b, *others]) else 0
        return float(error.max() / allowed)


def fill_memory(byte):
    """From now on memory that is handed out holds something else than before; without glibc nothing happens."""
    import ctypes
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt:
        mallopt(-6, byte)  # M_PERTURB
