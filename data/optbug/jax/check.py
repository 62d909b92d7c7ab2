import itertools


def weight(*shape):
    """Seeded numbers of this shape."""
    return jnp.asarray(np.random.default_rng(sum(shape)).normal(0, 0.5, shape), jnp.float32)


def leaves(x, path="result"):
    """The arrays, numbers and texts of a result, each with the way to it."""
    if isinstance(x, (list, tuple)):
        return [leaf for i, y in enumerate(x) for leaf in leaves(y, f"{path}[{i}]")]
    if isinstance(x, dict):
        return [leaf for k in sorted(x) for leaf in leaves(x[k], f"{path}[{k!r}]")]
    return [(path, x)]


def is_array(x):
    return hasattr(x, "dtype") and hasattr(x, "shape")


def is_floating(x):
    return is_array(x) and jnp.issubdtype(x.dtype, jnp.floating)


def run(model, inputs, keywords={}):
    """What the model gives."""
    return model(*inputs, **keywords)


def learn(model, inputs, keywords={}):
    """What the model gives, and the gradients of its sum by the inputs."""
    flat, form = jax.tree.flatten((inputs, keywords))
    wanted = [i for i, x in enumerate(flat) if is_floating(x)]

    def total(chosen):
        given = list(flat)
        for i, x in zip(wanted, chosen):
            given[i] = x
        args, words = jax.tree.unflatten(form, given)
        result = model(*args, **words)
        return sum((jnp.sum(y.astype(jnp.float32)) for _, y in leaves(result) if is_floating(y)), jnp.float32(0)), result
    grads, result = jax.grad(total, has_aux=True)([flat[i] for i in wanted])
    return result, grads


def numbers(t):
    """An array of any kind as plain float64 numbers."""
    t = np.asarray(t)
    if t.dtype.kind == "c":
        t = np.stack([t.real, t.imag], -1)
    return t.astype(np.float64)


def original(model, inputs, keywords={}, how=run):
    """What the model gives before it is optimised; it must do so again."""
    expected, again = how(model, inputs, keywords), how(model, inputs, keywords)
    for (path, a), (_, b) in zip(leaves(expected), leaves(again)):
        same = np.array_equal(numbers(a), numbers(b), equal_nan=True) if is_array(a) else a == b
        assert same, f"the original changes from run to run: {path}"
    return expected


def shaken(model, inputs, keywords, step, how=run, times=4):
    """What the model gives when weights and inputs are moved by up to `step` of their largest number."""
    def noise(t, random):
        if not is_floating(t) or not np.asarray(t).size:
            return t
        wide = np.asarray(t).astype(np.float64)
        own = max(step, float(jnp.finfo(t.dtype).eps))
        return jnp.asarray(wide + random.uniform(-1, 1, wide.shape) * own * finite_max(wide), t.dtype)
    out = []
    for seed in range(times):
        random = np.random.default_rng(seed)
        out.append(how(with_weights(model, lambda t: noise(t, random)), jax.tree.map(lambda t: noise(t, random), inputs), jax.tree.map(lambda t: noise(t, random), keywords)))
    return out


def with_weights(model, change):
    """The same model with `change` done to its arrays."""
    other = object.__new__(type(model))
    for name, held in vars(model).items():
        setattr(other, name, with_weights(held, change) if hasattr(held, "__dict__") and not is_array(held) else jax.tree.map(change, held))
    return other


def precise(model, inputs, keywords={}, how=run):
    """What the model gives, and what it gives when weights and inputs are moved by a few roundings."""
    try:
        return [how(model, inputs, keywords), *shaken(model, inputs, keywords, 2.0**-22, how, 3)]
    except Exception:
        return None


def kind(x):
    """What of a leaf must stay: type, element type, shape."""
    return f"{x.dtype}{list(x.shape)}" if is_array(x) else type(x).__name__


def same_form(expected, result):
    """The first difference in nesting, types or shapes, or ''."""
    for a, b in itertools.zip_longest(leaves(expected), leaves(result), fillvalue=("", None)):
        # Compiled functions give numbers back as arrays.
        if kind(a[1]) != kind(b[1]) and (is_array(a[1]) or not is_array(b[1])):
            return f"{a[0] or b[0]} is {kind(b[1])}, not {kind(a[1])}"
    return ""


def finite_max(t):
    t = t[np.isfinite(t)]
    return float(np.abs(t).max()) if t.size else 0.0


def apart(expected, exact, result):
    """The first number that rounding does not explain, or ''."""
    for i, ((path, a), (_, b)) in enumerate(zip(leaves(expected), leaves(result))):
        if exact is None or not is_array(a):
            continue
        x, y = numbers(a), numbers(b)
        others = [numbers(leaves(o)[i][1]) for o in exact]
        with np.errstate(all="ignore"):
            noise = max(finite_max(o - x) for o in others)
            floating = is_floating(a) or np.asarray(a).dtype.kind == "c"
            if noise > 0.01 * finite_max(x) or (noise > 0 and not floating):
                continue  # so badly conditioned that nothing can be asked
            unit = float(jnp.finfo(a.dtype).eps) if floating else 0.0
            bound = 30 * noise + 60 * unit * finite_max(x) + 1e-30 if floating else 0.0
            settled = np.ones(x.shape, bool)
            for o in others:
                settled &= (np.isnan(x) == np.isnan(o)) & (np.isinf(x) == np.isinf(o))
            bad = settled & ((np.isnan(x) != np.isnan(y)) | (np.isinf(x) != np.isinf(y)) | (np.abs(x - y) > bound) | (np.isinf(x) & np.isinf(y) & (x != y)))
        if bad.any():
            at = tuple(np.argwhere(bad)[0].tolist())
            return f"{path}{list(at)} is {y[at]:.9g}, not {x[at]:.9g} (rounding explains {bound:.2g})"
    return ""


def dearer(model, optimised, inputs, keywords={}):
    """What the optimised model costs more than the original, or '': the median of ratios of neighbouring runs, held against how far the original
    is off from itself."""
    import statistics
    import time

    def seconds(one):
        begin = time.perf_counter()
        for _, y in leaves(run(one, inputs, keywords)):
            np.asarray(y)  # results may still be on their way
        return time.perf_counter() - begin
    rounds = [(seconds(model), seconds(optimised), seconds(model)) for _ in range(12)][3:]
    ratio, noise = statistics.median(b / a for a, b, _ in rounds), max(max(a / c, c / a) for a, _, c in rounds)
    extra = statistics.median(b - a for a, b, _ in rounds)
    if ratio > 5 * noise and extra > 0.005:
        return f"a run takes {ratio:.1f} times as long ({1000 * extra:.0f} ms more; the original differs from itself by {noise:.2f})"
    return ""


def state(model):
    """What an optimisation must leave as it is: the arrays of the model."""
    return [(str(path), np.array(x)) for path, x in jax.tree_util.tree_leaves_with_path(vars(model)) if is_array(x)]


def touched(before, model):
    """The first array that is no longer as it was, or ''."""
    now = state(model)
    if [name for name, _ in now] != [name for name, _ in before]:
        return "its arrays are others"
    for (name, a), (_, b) in zip(before, now):
        if not np.array_equal(a, b, equal_nan=True):
            return f"{name} is no longer what it was"
    return ""
