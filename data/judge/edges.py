EDGES = dict((  # complex numbers lie on no branch cut: which side of it is meant, a zero's sign says, and not everywhere
    ("beyond one", [-0.5, -1.5, 2.5, -2.25, 3.5, 1.25]),
    ("far out", [1e30, -1e30, 1e20, -1e10, 60.0, -90.0]),
    ("subnormal", [1e-40, -1e-40, 1e-42, 3e-39, -2e-41, 7e-45]),
    ("infinite", [np.inf, np.nan, 0.0, -np.inf, 1.0, -0.0]),
    ("complex", [0.5 + 1.5j, -2.5 + 0.25j, 1.5 - 0.75j, -0.25 - 2j, 0.5j, -1.25 + 0.5j]),
    ("complex far out", [1e20 + 1e20j, 60 + 60j, -1e30 + 1j, 1 - 90j, 1e25 + 2e25j, -60 - 1e20j]),
    ("complex infinite", [np.inf + 0j, -np.inf + 0j, complex(0.0, np.inf), complex(1.0, -np.inf), 1 + 0j, -0.0 + 0j]),
    ("unsigned", [3, 0, 5, 1, 0, 2]),
    ("boolean", [1, 0, 0, 1, 1, 0]),
))


def edges(kind, shape, dtype, shift):
    """An array of the numbers of that kind, from the one of that place on."""
    values = EDGES[kind]
    count = int(np.prod(shape, dtype=int))
    return np.array([values[(shift + i) % len(values)] for i in range(count)]).astype(dtype).reshape(shape)


def widened(a):
    """Floating-point numbers in double precision."""
    return a.astype({"f": np.float64, "c": np.complex128}.get(a.dtype.kind, a.dtype))


def without_subnormal(a):
    return widened(np.where(np.abs(a) < np.finfo(np.float32).tiny, np.copysign(0, a), a)) if a.dtype.kind == "f" else widened(a)


def moved_by(seed):
    def move(a):
        with np.errstate(all="ignore"):
            return np.where(np.isfinite(a), widened(a) * (1 + signs(a.shape, seed) * 2.0**-23), a) if a.dtype.kind in "fc" else a
    return move


def each_alone(given, rolled):
    """Whether a function takes each number by itself: numbers in another order give the same results, in that order."""
    if isinstance(given, (list, tuple)):
        return isinstance(rolled, (list, tuple)) and len(given) == len(rolled) and all(map(each_alone, given, rolled))
    a, b = np.asarray(given), np.asarray(rolled)
    return a.ndim > 0 and a.shape == b.shape and bool(np.all(alike(np.roll(a, 1), b, 1e-6)))


def answers(path, call, alone=False):
    """What the function of numpy or scipy gives: as it is asked, in double precision, with subnormal numbers as zeros, with moved inputs. []: it refuses,
    or does not take each number `alone`: what is too large for a sum is no matter of the function."""
    import importlib
    import warnings
    module, _, name = path.rpartition(".")
    try:
        f = getattr(importlib.import_module(module), name)
        numbers = any(getattr(a, "size", 0) and a.dtype.kind in "fc" for a in call(lambda *a, **k: [*a, *k.values()], lambda a: a))
        with np.errstate(all="ignore" if numbers else "raise"), warnings.catch_warnings():
            # An integer divided by zero, the mean of nothing: what numpy warns of is nobody's duty.
            warnings.simplefilter("ignore" if numbers else "error")
            if alone and not each_alone(call(f, widened), call(f, lambda a: np.roll(widened(a), 1))):
                return []
            return [call(f, change) for change in (lambda a: a, widened, without_subnormal, moved_by(1), moved_by(2))]
    except Exception:
        return []


def alike(a, b, tolerance):
    """Of each number whether both say the same: as near as that, both not a number, or the same infinity."""
    with np.errstate(all="ignore"):
        near = np.abs(np.subtract(a, b, dtype=np.result_type(a, b, np.float64))) <= tolerance * np.abs(b)
    return np.where(np.isfinite(a) & np.isfinite(b), near, (a == b) | (np.isnan(a) & np.isnan(b)))


def differs(actual, told, finite=False):
    """How a result contradicts what numpy says, "" where it does not or where there is doubt: numpy does not agree with itself in another precision or on
    inputs moved by a rounding unit, or the result is out of the range of float32. `finite`: only where the result is."""
    if any(isinstance(t, (list, tuple)) for t in told):
        if not isinstance(actual, (list, tuple)) or {len(t) for t in told} != {len(actual)}:
            return ""
        return next((d for d in (differs(a, t, finite) for a, t in zip(actual, zip(*told))) if d), "")
    x, (narrow, wide, flushed, *moved) = array(actual), map(np.asarray, told)
    if x is None or wide.dtype.kind not in "biufc" or (wide.dtype.kind == "b") != (x.dtype.kind == "b") or any(y.shape != wide.shape for y in (narrow, flushed, *moved)):
        return ""
    if x.shape != wide.shape:
        return f"the shape {x.shape} in place of {wide.shape}"
    if x.dtype.kind not in "fc" and wide.dtype.kind in "biu":
        # Which order is right may be open: the same numbers must be there.
        doubt = any(not np.array_equal(y, wide) for y in (narrow, *moved)) or np.max(np.abs(wide.astype(float)), initial=0) > 2**31
        fine = any(np.array_equal(np.sort(x, axis=None), np.sort(y, axis=None)) for y in (wide, flushed))
        return "" if doubt or fine else f"{x.ravel()[:6].tolist()} in place of {wide.ravel()[:6].tolist()}"
    steady = alike(narrow, wide, 1e-4)
    for y in moved:
        steady &= alike(y, wide, 1e-4)
    size = np.abs(wide)
    if "c" in (x.dtype.kind, wide.dtype.kind):  # which infinity a complex result is, and beside what, is nobody's to say
        wrong = np.where(np.isfinite(wide), (size >= 1e-30) & (size <= 1e30) & ~alike(x, wide, 1e-3), np.isnan(x) & ~np.isnan(wide))
    else:
        wrong = ~alike(x, wide, 1e-3) & ~alike(without_subnormal(x), without_subnormal(flushed), 1e-3) & (~np.isfinite(wide) | ((size >= 1e-30) & (size <= 1e30)))
    where = np.flatnonzero(wrong & steady & (np.isfinite(wide) | (not finite)))
    return "" if not where.size else f"{x.ravel()[where[0]]} in place of {wide.ravel()[where[0]]} (number {where[0]})"
