import copy
import itertools


def leaves(x, path="result"):
    """The tensors, numbers and texts of a result, each with the way to it."""
    if isinstance(x, (list, tuple)):
        return [leaf for i, y in enumerate(x) for leaf in leaves(y, f"{path}[{i}]")]
    if isinstance(x, dict):
        return [leaf for k in x for leaf in leaves(x[k], f"{path}[{k!r}]")]
    if hasattr(x, "__dataclass_fields__"):
        return [leaf for k in x.__dataclass_fields__ for leaf in leaves(getattr(x, k), f"{path}.{k}")]
    return [(path, x)]


def moved(x, change):
    """The same nest with `change` done to every tensor."""
    if isinstance(x, torch.Tensor):
        return change(x)
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*(moved(y, change) for y in x))
    if isinstance(x, (list, tuple)):
        return type(x)(moved(y, change) for y in x)
    if isinstance(x, dict):
        return {k: moved(y, change) for k, y in x.items()}
    return x


def fresh(x):
    """A copy of a tensor with its strides; of anything else a deep copy."""
    def duplicate(t):
        if t.layout != torch.strided or t.is_quantized:
            return t.clone()
        low = 1 + sum((n - 1) * s for n, s in zip(t.shape, t.stride())) if t.numel() else 0
        whole = t.detach().as_strided((low,), (1,), t.storage_offset()).clone()
        return whole.as_strided(t.shape, t.stride(), 0).requires_grad_(t.requires_grad)
    return moved(x, duplicate)


def run(model, inputs, keywords={}):
    """What the model gives, on copies of the inputs: nobody sees what another one did to them."""
    with torch.no_grad():
        torch.manual_seed(1)
        return model(*fresh(inputs), **fresh(keywords))


def learn(model, inputs, keywords={}):
    """What the model gives, and the gradients of its sum by inputs and weights."""
    torch.manual_seed(1)
    ready = moved(fresh((inputs, keywords)), lambda t: t.detach().requires_grad_() if t.is_floating_point() else t)
    result = model(*ready[0], **ready[1])
    total = [t.sum() for _, t in leaves(result) if isinstance(t, torch.Tensor) and t.is_floating_point() and t.requires_grad]
    wanted = [t for _, t in leaves(ready) if isinstance(t, torch.Tensor) and t.requires_grad]
    wanted += [w for w in model.parameters() if w.requires_grad] if isinstance(model, torch.nn.Module) else []
    grads = torch.autograd.grad(sum(total), wanted, allow_unused=True, materialize_grads=True) if total and wanted else ()
    return moved(result, lambda t: t.detach()), grads


def run_cast(model, inputs, keywords={}):
    """What the model gives under autocast."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        return run(model, inputs, keywords)


def original(model, inputs, keywords={}, how=run):
    """What the model gives before it is optimised; it must do so again."""
    expected = how(copy.deepcopy(model), inputs, keywords)
    again = how(copy.deepcopy(model), inputs, keywords)
    for (path, a), (_, b) in zip(leaves(expected), leaves(again)):
        same = torch.equal(numbers(a).nan_to_num(7.0), numbers(b).nan_to_num(7.0)) if isinstance(a, torch.Tensor) else a == b
        assert same, f"the original changes from run to run: {path}"
    return expected


def precise(model, inputs, keywords={}, how=run):
    """What the model gives in float64, with its inputs as they are and with all moved by one rounding; None where it cannot."""
    def wide(t):
        return t.detach().double() if t.is_floating_point() else t.detach()
    try:
        large = copy.deepcopy(model).double() if isinstance(model, torch.nn.Module) else model
        out = [how(copy.deepcopy(large), moved(inputs, wide), moved(keywords, wide))]
        for seed in (1, 2):
            def nudge(t):
                if not t.is_floating_point():
                    return t.detach()
                signs = torch.randint(0, 2, t.shape, generator=torch.Generator().manual_seed(seed)) * 2.0 - 1
                return t.detach().double() * (1 + signs * torch.finfo(t.dtype).eps)
            out.append(how(copy.deepcopy(large), moved(inputs, nudge), moved(keywords, nudge)))
        return out
    except Exception:
        return None


def numbers(t):
    """A tensor of any kind as plain float64 numbers."""
    t = t.detach()
    t = t.dequantize() if t.is_quantized else t.to_dense() if t.layout != torch.strided else t
    return (torch.view_as_real(t.resolve_conj()) if t.is_complex() else t).double()


def kind(x):
    """What of a leaf must stay: type, element type, shape."""
    return f"{x.dtype}{list(x.shape)}" if isinstance(x, torch.Tensor) else type(x).__name__


def same_form(expected, result):
    """The first difference in nesting, types or shapes, or ''."""
    for a, b in itertools.zip_longest(leaves(expected), leaves(result), fillvalue=("", None)):
        if kind(a[1]) != kind(b[1]):
            return f"{a[0] or b[0]} is {kind(b[1])}, not {kind(a[1])}"
    return ""


def finite_max(t):
    t = t[torch.isfinite(t)]
    return float(t.abs().max()) if t.numel() else 0.0


def allowance(a, others):
    """How far a result may lie from `a` by rounding alone; None where nothing can be asked."""
    unit = torch.finfo(a.dtype).eps if a.dtype.is_floating_point or a.dtype.is_complex else 0.0
    a = numbers(a)
    if others is None:
        return (1e-3 if unit < 1e-6 else 0.1) * finite_max(a) if unit else None
    exact, *nudged = map(numbers, others)
    if any(o.shape != a.shape for o in (exact, *nudged)):
        return None
    noise = max(finite_max(o - exact) for o in nudged) + finite_max(a - exact)
    if noise > 0.01 * finite_max(exact):
        return None  # so badly conditioned that nothing can be asked
    return 20 * noise + 50 * unit * finite_max(exact) + 1e-30


def apart(expected, exact, result):
    """The first number that rounding does not explain, or ''."""
    others = [[y for _, y in leaves(o)] for o in exact] if exact else None
    for i, ((path, a), (_, b)) in enumerate(zip(leaves(expected), leaves(result))):
        if not isinstance(a, torch.Tensor):
            if type(a) is float:
                a, b = torch.tensor(a), torch.tensor(b)
            elif a != b:
                return f"{path} is {b!r}, not {a!r}"
            else:
                continue
        twins = [o[i] for o in others] if others and all(len(o) > i and isinstance(o[i], torch.Tensor) for o in others) else None
        bound = allowance(a, twins)
        if bound is None:
            continue
        x, y = numbers(a), numbers(b)
        settled = torch.ones(x.shape, dtype=torch.bool)
        for o in map(numbers, twins or []):
            settled &= (x.isnan() == o.isnan()) & (x.isinf() == o.isinf())
        bad = settled & ((x.isnan() != y.isnan()) | (x.isinf() != y.isinf()) | ((x - y).abs() > bound) | (x.isinf() & y.isinf() & (x != y)))
        if bad.any():
            at = tuple(bad.nonzero()[0].tolist())
            return f"{path}{list(at)} is {y[at].item():.9g}, not {x[at].item():.9g} (rounding explains {bound:.2g})"
    return ""


def shaken(model, inputs, keywords, step):
    """What the model gives when weights and what goes into every layer are moved by up to `step` of their largest number."""
    def noise(t, generator):
        if not t.is_floating_point() or not t.numel():
            return t
        amount = (torch.rand(t.shape, generator=generator, dtype=torch.float64) * 2 - 1) * step * finite_max(t.detach().double())
        return (t.detach().double() + amount).to(t.dtype)
    out = []
    for seed in range(4):
        generator = torch.Generator().manual_seed(seed)
        other = copy.deepcopy(model)
        for weights in other.parameters():
            weights.data = noise(weights.data, generator)
        for layer in other.modules():
            if not list(layer.children()):
                layer.register_forward_pre_hook(lambda _, args, g=generator: moved(args, lambda t: noise(t, g)))
                layer.register_forward_hook(lambda _, args, result, g=generator: moved(result, lambda t: noise(t, g)))
        out.append(run(other, moved(inputs, lambda t: noise(t, generator)), moved(keywords, lambda t: noise(t, generator))))
    return out


def coarse(expected, others, result):
    """The first tensor that is further away than numbers of few bits explain, or ''."""
    for i, ((path, a), (_, b)) in enumerate(zip(leaves(expected), leaves(result))):
        if not isinstance(a, torch.Tensor) or not a.is_floating_point():
            continue
        x, y = numbers(a), numbers(b)
        spread = max(finite_max(numbers(leaves(o)[i][1]) - x) for o in others)
        if not torch.isfinite(x).all() or spread > 0.5 * finite_max(x):
            continue
        bound = 6 * spread + 0.02 * finite_max(x) + 1e-6
        bad = ~((x - y).abs() <= bound)
        if bad.any():
            at = tuple(bad.nonzero()[0].tolist())
            return f"{path}{list(at)} is {y[at].item():.6g}, not {x[at].item():.6g} (few bits explain {bound:.2g})"
    return ""


def half_apart(expected, full, result):
    """The first number under autocast that is further off than autocast itself moves the original, or ''."""
    for (path, a), (_, f), (_, b) in zip(leaves(expected), leaves(full), leaves(result)):
        if not isinstance(a, torch.Tensor) or not a.is_floating_point():
            continue
        x, y = numbers(a), numbers(b)
        lost = finite_max(x - numbers(f))
        if not torch.isfinite(x).all() or lost > 0.1 * finite_max(x):
            continue  # so badly conditioned that nothing can be asked
        bound = 4 * lost + 2**-6 * finite_max(x) + 1e-6
        bad = ~((x - y).abs() <= bound)
        if bad.any():
            at = tuple(bad.nonzero()[0].tolist())
            return f"{path}{list(at)} is {y[at].item():.6g}, not {x[at].item():.6g} (autocast explains {bound:.2g})"
    return ""


def dearer(model, optimised, inputs, keywords={}):
    """What the optimised model costs more than the original, or ''. Time is the median of ratios of neighbouring runs, held against how far the
    original is off from itself; size is that of all numbers that are kept."""
    import statistics
    import time

    def seconds(one):
        begin = time.perf_counter()
        run(one, inputs, keywords)
        return time.perf_counter() - begin

    def size(one):
        kept = [t for _, t in leaves(list(one.state_dict().values())) if isinstance(t, torch.Tensor)]
        return sum(t.numel() * t.element_size() for t in kept)
    rounds = [(seconds(model), seconds(optimised), seconds(model)) for _ in range(12)][3:]
    ratio, noise = statistics.median(b / a for a, b, _ in rounds), max(max(a / c, c / a) for a, _, c in rounds)
    extra = statistics.median(b - a for a, b, _ in rounds)
    if ratio > 5 * noise and extra > 0.005:
        return f"a run takes {ratio:.1f} times as long ({1000 * extra:.0f} ms more; the original differs from itself by {noise:.2f})"
    if isinstance(model, torch.nn.Module) and isinstance(optimised, torch.nn.Module) and size(optimised) > 2 * size(model) + 65536:
        return f"{size(optimised)} bytes of numbers are kept, {size(model)} before"
    return ""


def state(model):
    """What an optimisation that works on a copy must leave as it is."""
    held = {k: v.detach().clone() for k, v in model.state_dict().items() if isinstance(v, torch.Tensor)}
    held.update((f"buffer {k}", v.detach().clone()) for k, v in model.named_buffers() if k not in held)
    return held, {k: m.training for k, m in model.named_modules()}, attached(model)


def attached(model):
    """What hangs on a model beside its numbers: which weights learn, and how many hooks every module has."""
    learns = {f"{k}.requires_grad": w.requires_grad for k, w in model.named_parameters()}
    kinds = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks", "_state_dict_hooks")
    return learns | {f"the hooks of {k or 'the model'}": sum(len(getattr(m, kind, ())) for kind in kinds) for k, m in model.named_modules()}


def touched(before, model):
    """The first thing of the model that is no longer as it was, or ''."""
    held, training, hangs = state(model)
    if list(held) != list(before[0]):
        return f"the names of its state are {sorted(held)}, not {sorted(before[0])}"[:300]
    for name, value in before[0].items():
        if value.dtype != held[name].dtype or not torch.equal(numbers(value).nan_to_num(7.0), numbers(held[name]).nan_to_num(7.0)):
            return f"{name} is no longer what it was"
    for name, mode in before[1].items():
        if training.get(name) != mode:
            return f"{name or 'the model'}.training is {training.get(name)}, not {mode}"
    for name, value in before[2].items():
        if hangs.get(name) != value:
            return f"{name}: {hangs.get(name)}, not {value}"
    return ""


def masked(plain, pruned):
    """The copy from before with the weights that pruning has left."""
    for a, b in zip(plain.modules(), pruned.modules()):
        if hasattr(b, "weight_orig") and hasattr(b, "weight_mask"):
            a.weight.data = (b.weight_orig * b.weight_mask).detach()
    return plain


def served(path, level="ORT_ENABLE_ALL"):
    """A model file as ONNX Runtime runs it, to be called with tensors."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def call(*inputs):
        fed = {i.name: x.detach().contiguous().numpy() for i, x in zip(session.get_inputs(), inputs)}
        results = [torch.from_numpy(y) for y in session.run(None, fed)]
        return results[0] if len(results) == 1 else tuple(results)
    return call


def inferred(model):
    """A model, or a file of one, as OpenVINO runs it on the processor in float32, to be called with tensors."""
    import openvino
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(model) if isinstance(model, str) else model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})

    def call(*inputs):
        given = compiled([x.detach().contiguous().numpy() for x in inputs])
        results = [torch.from_numpy(given[i].copy()) for i in range(len(compiled.outputs))]
        return results[0] if len(results) == 1 else tuple(results)
    return call
