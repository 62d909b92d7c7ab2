def steps_of(w):
    """The step of every number of a quantised tensor."""
    if w.qscheme() in (torch.per_tensor_affine, torch.per_tensor_symmetric):
        return torch.full(w.shape, w.q_scale(), dtype=torch.float64)
    scales = w.q_per_channel_scales().double()
    return scales.reshape([-1 if i == w.q_per_channel_axis() else 1 for i in range(w.dim())]).expand(w.shape)


def calls_of(optimised, inputs, keywords):
    """What every layer of a quantised model is given and gives, in order: name, layer, arguments, result."""
    calls, inside = [], []
    for name, layer in optimised.named_modules():
        own = type(layer).__module__.startswith("torch.ao.nn") and "quantized" in type(layer).__module__
        if any(name.startswith(outer + ".") for outer in inside) or not (own or not list(layer.children())):
            continue
        inside += [name] if own else []
        layer.register_forward_hook(lambda m, args, out, name=name: calls.append((name.removeprefix("module."), m, args, out)))
    run(optimised, inputs, keywords)
    return calls


def due(layer, plain, args, given):
    """What a layer should give for this very input by its own weights, and how far its scales and zero points allow it to be off; None
    for kinds whose bound is not known here."""
    x, name = args[0], type(layer).__name__
    if not isinstance(given, torch.Tensor) or not isinstance(x, torch.Tensor):
        return None
    y = given.dequantize() if given.is_quantized else given
    flat = x.dequantize() if x.is_quantized else x
    if name in ("Quantize", "DeQuantize"):
        ref = flat
    elif callable(getattr(layer, "weight", None)) and plain is not None and layer.weight().is_quantized and type(plain).__name__ in ("Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d", "Embedding", "EmbeddingBag"):
        other = copy.deepcopy(plain)
        other.weight = torch.nn.Parameter(layer.weight().dequantize())
        if callable(getattr(layer, "bias", None)):
            other.bias = None if layer.bias() is None else torch.nn.Parameter(layer.bias().detach().dequantize() if layer.bias().is_quantized else layer.bias().detach())
        ref = run(other, (flat, *args[1:]))
        ref = ref.relu() if "ReLU" in name else ref
    elif plain is not None and given.is_quantized and x.is_quantized and len(args) == 1 and not list(plain.parameters()):
        ref = run(copy.deepcopy(plain).eval(), (flat,))
    else:
        return None
    if ref.shape != y.shape or not torch.isfinite(ref).all():
        return None
    small = 1e-5 * (finite_max(ref.double()) + 1e-3)
    if given.is_quantized:  # half a step of rounding, one of the fixed-point product
        low, high = ((torch.iinfo(given.int_repr().dtype).min - given.q_zero_point()) * given.q_scale(), (torch.iinfo(given.int_repr().dtype).max - given.q_zero_point()) * given.q_scale())
        return ref.clamp(low, high).double(), torch.full(ref.shape, 1.5 * given.q_scale() + small, dtype=torch.float64)
    bound = torch.full(ref.shape, small, dtype=torch.float64)
    if name.startswith("Linear") and flat.is_floating_point():  # its input is rounded to 7 bits or more as it comes
        step = (flat.max().clamp(min=0) - flat.min().clamp(max=0)).double() / 127 if flat.numel() else 0.0
        bound = bound + step * layer.weight().dequantize().double().abs().sum(1)
    return ref.double(), bound


def beyond_steps(model, optimised, inputs, keywords, expected, others, result, folded=False):
    """The first number of a quantised model that its scales and zero points do not explain, or ''. Every layer is held against the float layer
    on what it was given itself, so that nothing has to be said of how errors grow; what stands between the layers is run in float with the
    layers' own results. Where a layer has no bound of its own, the whole is compared as well."""
    if isinstance(optimised, torch.jit.ScriptModule) or not isinstance(optimised, torch.nn.Module):
        return coarse(expected, others, result)
    optimised, layers, given, whole = copy.deepcopy(optimised), dict(model.named_modules()), {}, folded
    for name, layer, args, y in calls_of(optimised, inputs, keywords):
        plain = layers.get(name)
        if type(layer) is type(plain) and all(isinstance(t, torch.Tensor) and not t.is_quantized for t in (*args, y)):
            continue  # as it was
        weights = layer.weight() if callable(getattr(layer, "weight", None)) else None
        if weights is not None and weights.is_quantized and not folded and getattr(plain, "weight", None) is not None and plain.weight.shape == weights.shape:
            off = (weights.dequantize().double() - plain.weight.detach().double()).abs() / steps_of(weights)
            if off.numel() and off.max() > 1.01:
                return f"the weights of {name} are off by {off.max().item():.3g} steps"
        wanted = due(layer, plain, args, y)
        if wanted is None:
            whole = True
        else:
            off = (numbers(y) - wanted[0]).abs() - wanted[1]
            if off.numel() and not (off <= 0).all():
                at = tuple((~(off <= 0)).nonzero()[0].tolist())
                return f"{name} gives {numbers(y)[at].item():.6g}{list(at)} for its input, not {wanted[0][at].item():.6g} (its scales explain {wanted[1][at].item():.2g})"
        given.setdefault(name, []).append(moved(y, lambda t: t.dequantize() if t.is_quantized else t))
    rebuilt = copy.deepcopy(model)
    for name, layer in rebuilt.named_modules():
        if name in given:
            layer.register_forward_hook(lambda m, args, out, left=given[name]: left.pop(0) if left else out)
    glue = run(rebuilt, inputs, keywords)
    far = apart(moved(glue, lambda t: t.float() if t.is_floating_point() else t), None, result) if not same_form(glue, result) else ""
    return far or (coarse(expected, others, result) if whole else "")
