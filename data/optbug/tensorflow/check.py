import itertools

import numpy as np


def leaves(x, path="result"):
    """The tensors, numbers and texts of a result, each with the way to it."""
    if isinstance(x, (list, tuple)):
        return [leaf for i, y in enumerate(x) for leaf in leaves(y, f"{path}[{i}]")]
    if isinstance(x, dict):
        return [leaf for k in x for leaf in leaves(x[k], f"{path}[{k!r}]")]
    return [(path, x)]


def is_tensor(x):
    return hasattr(x, "dtype") and hasattr(x, "shape")


def moved(x, change):
    """The same nest with `change` done to every tensor."""
    if is_tensor(x):
        return change(x)
    if isinstance(x, (list, tuple)):
        return type(x)(moved(y, change) for y in x)
    if isinstance(x, dict):
        return {k: moved(y, change) for k, y in x.items()}
    return x


def run(model, inputs, keywords={}):
    """What the model gives."""
    tf.random.set_seed(1)
    return model(*inputs, **keywords)


def learn(model, inputs, keywords={}):
    """What the model gives, and the gradients of its sum by the inputs."""
    tf.random.set_seed(1)
    wanted = [x for _, x in leaves((inputs, keywords)) if is_tensor(x) and x.dtype.is_floating]
    with tf.GradientTape() as tape:
        for x in wanted:
            tape.watch(x)
        result = model(*inputs, **keywords)
        total = tf.add_n([tf.reduce_sum(tf.cast(t, tf.float64)) for _, t in leaves(result) if is_tensor(t) and t.dtype.is_floating] or [tf.zeros((), tf.float64)])
    return result, tape.gradient(total, wanted, unconnected_gradients="zero")


def numbers(t):
    """A tensor of any kind as plain float64 numbers."""
    t = np.asarray(t)
    if t.dtype.kind == "c":
        t = np.stack([t.real, t.imag], -1)
    return t.astype(np.float64)


def original(model, inputs, keywords={}, how=run):
    """What the model gives before it is optimised; it must do so again."""
    how(model, inputs, keywords)  # the first call makes the weights
    expected, again = how(model, inputs, keywords), how(model, inputs, keywords)
    for (path, a), (_, b) in zip(leaves(expected), leaves(again)):
        same = np.array_equal(numbers(a), numbers(b), equal_nan=True) if is_tensor(a) else a == b
        assert same, f"the original changes from run to run: {path}"
    return expected


def shaken(model, inputs, keywords, step, how=run, times=4):
    """What the model gives when weights and inputs are moved by up to `step` of their largest number."""
    def noise(t, random):
        t = np.asarray(t)
        if t.dtype.kind != "f" or not t.size:
            return t
        return (t + random.uniform(-1, 1, t.shape) * step * finite_max(t.astype(np.float64))).astype(t.dtype)
    held, out = [w.numpy() for w in model.weights], []
    for seed in range(times):
        random = np.random.default_rng(seed)
        for weight, value in zip(model.weights, held):
            weight.assign(noise(value, random))
        out.append(how(model, moved(inputs, lambda t: tf.constant(noise(t, random))), moved(keywords, lambda t: tf.constant(noise(t, random)))))
    for weight, value in zip(model.weights, held):
        weight.assign(value)
    return out


def precise(model, inputs, keywords={}, how=run):
    """What the model gives, and what it gives when weights and inputs are moved by a few roundings."""
    try:
        return [how(model, inputs, keywords), *shaken(model, inputs, keywords, 2.0**-22, how, 3)]
    except Exception:
        return None


def kind(x):
    """What of a leaf must stay: type, element type, shape."""
    return f"{np.asarray(x).dtype}{list(x.shape)}" if is_tensor(x) else type(x).__name__


def same_form(expected, result):
    """The first difference in nesting, types or shapes, or ''."""
    for a, b in itertools.zip_longest(leaves(expected), leaves(result), fillvalue=("", None)):
        # A graph gives numbers back as tensors.
        if kind(a[1]) != kind(b[1]) and (is_tensor(a[1]) or not is_tensor(b[1])):
            return f"{a[0] or b[0]} is {kind(b[1])}, not {kind(a[1])}"
    return ""


def finite_max(t):
    t = t[np.isfinite(t)]
    return float(np.abs(t).max()) if t.size else 0.0


def apart(expected, exact, result):
    """The first number that rounding does not explain, or ''."""
    for i, ((path, a), (_, b)) in enumerate(zip(leaves(expected), leaves(result))):
        x, y = numbers(a), numbers(b)
        if exact is None or np.asarray(a).dtype.kind not in "fciub":
            continue
        others = [numbers(leaves(o)[i][1]) for o in exact]
        if any(o.shape != x.shape for o in others):
            continue
        with np.errstate(all="ignore"):
            noise = max(finite_max(o - x) for o in others)
            floating = np.asarray(a).dtype.kind in "fc"
            if noise > 0.01 * finite_max(x) or (noise > 0 and not floating):
                continue  # so badly conditioned that nothing can be asked
            unit = 2.0**-23 if np.asarray(a).dtype.itemsize >= 4 else 2.0**-8
            bound = 30 * noise + 60 * unit * finite_max(x) + 1e-30 if floating else 0.0
            settled = np.ones(x.shape, bool)
            for o in others:
                settled &= (np.isnan(x) == np.isnan(o)) & (np.isinf(x) == np.isinf(o))
            bad = settled & ((np.isnan(x) != np.isnan(y)) | (np.isinf(x) != np.isinf(y)) | (np.abs(x - y) > bound) | (np.isinf(x) & np.isinf(y) & (x != y)))
        if bad.any():
            at = tuple(np.argwhere(bad)[0].tolist())
            return f"{path}{list(at)} is {y[at]:.9g}, not {x[at]:.9g} (rounding explains {bound:.2g})"
    return ""


def coarse(expected, others, result):
    """The first tensor that is further away than numbers of few bits explain, or ''."""
    for i, ((path, a), (_, b)) in enumerate(zip(leaves(expected), leaves(result))):
        if not is_tensor(a) or np.asarray(a).dtype.kind != "f":
            continue
        x, y = numbers(a), numbers(b)
        spread = max(finite_max(numbers(leaves(o)[i][1]) - x) for o in others)
        if not np.isfinite(x).all() or spread > 0.3 * finite_max(x):
            continue
        bound = 10 * spread + 0.1 * finite_max(x) + 1e-6
        bad = ~(np.abs(x - y) <= bound)
        if bad.any():
            at = tuple(np.argwhere(bad)[0].tolist())
            return f"{path}{list(at)} is {y[at]:.6g}, not {x[at]:.6g} (few bits explain {bound:.2g})"
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
    """What an optimisation that works on a copy must leave as it is."""
    return [(w.path, w.numpy()) for w in model.weights] + [(f"{w.path} learns", np.array(w.trainable)) for w in model.weights]


def touched(before, model):
    """The first weight that is no longer as it was, or ''."""
    now = state(model)
    if [name for name, _ in now] != [name for name, _ in before]:
        return "its weights are others"
    for (name, a), (_, b) in zip(before, now):
        if not np.array_equal(a, b):
            return f"{name} is no longer what it was"
    return ""


def concrete(model, inputs):
    """The model as a graph for inputs of these shapes."""
    return tf.function(lambda *values: model.call(*values)).get_concrete_function(*(tf.TensorSpec(x.shape, x.dtype) for x in inputs))


def lite(content, kernels="AUTO"):
    """A converted model, to be called with tensors. Kernels: of OpResolverType; AUTO hands over to XNNPACK what it takes."""
    from ai_edge_litert.interpreter import Interpreter, OpResolverType
    interpreter = Interpreter(model_content=content, experimental_op_resolver_type=getattr(OpResolverType, kernels))
    interpreter.allocate_tensors()

    def call(*inputs):
        details = sorted(interpreter.get_input_details(), key=lambda d: d["name"])
        for detail, value in zip(details, inputs):
            if -1 in detail["shape_signature"] and tuple(detail["shape"]) != tuple(value.shape):
                interpreter.resize_tensor_input(detail["index"], value.shape)
                interpreter.allocate_tensors()
        for detail, value in zip(details, inputs):
            interpreter.set_tensor(detail["index"], np.asarray(value))
        interpreter.invoke()
        return tf.constant(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))
    call.content = content  # the interpreter reads it as long as it lives
    return call


def row_by_row(model):
    """The model on one row after another."""
    def call(*inputs):
        return tf.concat([model(*(x[i:i + 1] for x in inputs)) for i in range(inputs[0].shape[0])], 0)
    return call


def vectorised(model):
    """The model on all rows at once, by tf.vectorized_map."""
    def call(*inputs):
        rows = tf.vectorized_map(lambda row: model(*(x[None] for x in row)), inputs)
        return tf.reshape(rows, [-1, *rows.shape[2:]])
    return call
