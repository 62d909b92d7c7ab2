# Whether models that were taken out of programs run on the inputs that they are to be given, and what both are like.
# UNITS is set before: [{"top", "model", "inputs"}]. One line of JSON for each, so that what was told stays told when one ends the process.
import copy
import json
import signal

import torch


def leaves(x):
    if isinstance(x, (list, tuple)):
        return [leaf for y in x for leaf in leaves(y)]
    if isinstance(x, dict):
        return [leaf for y in x.values() for leaf in leaves(y)]
    return [x]


def kind(x):
    plain = isinstance(x, torch.Tensor) and x.layout == torch.strided and not x.is_quantized
    return str(x.dtype).removeprefix("torch.") if plain else "object"


def same(a, b):
    def equal(x, y):
        if not isinstance(x, torch.Tensor):
            return type(x) is type(y) and x == y
        if not isinstance(y, torch.Tensor) or x.dtype != y.dtype or x.shape != y.shape or kind(x) == "object":
            return False
        if x.is_complex():
            x, y = torch.view_as_real(x.resolve_conj()), torch.view_as_real(y.resolve_conj())
        return torch.equal(x.double().nan_to_num(7.0), y.double().nan_to_num(7.0))
    a, b = leaves(a), leaves(b)
    return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b))


def is_extreme(t):
    if not t.is_floating_point() or not t.numel():
        return not t.numel()
    t = t.detach().double()
    return bool(~torch.isfinite(t).all() or t.abs().max() > 1e3 or t.max() == t.min())


def input_tags(inputs):
    tensors = [x for x in inputs if isinstance(x, torch.Tensor)]
    return {tag for tag, holds in (
        ("nested", any(kind(x) == "object" for x in inputs)), ("scalar-input", any(kind(x) == "object" or not x.dim() for x in inputs)),
        ("other-float", any((t.is_floating_point() and t.dtype != torch.float32) or t.is_complex() for t in tensors)),
        ("integer-input", any(not t.is_floating_point() for t in tensors)), ("extreme", any(map(is_extreme, tensors)))) if holds}


def result_tags(result):
    plain = isinstance(result, torch.Tensor) or (isinstance(result, tuple) and all(isinstance(x, torch.Tensor) for x in result))
    return {tag for tag, holds in (
        ("nested-result", not plain), ("scalar-result", any(not isinstance(x, torch.Tensor) for x in leaves(result))),
        ("discrete", any(isinstance(x, torch.Tensor) and not x.is_floating_point() for x in leaves(result)))) if holds}


def look(unit):
    torch.manual_seed(0)
    names = {"__name__": "probed"}
    exec("import torch\nfrom torch import nn\n" + unit["top"], names)
    model = eval(unit["model"], names)
    inputs = eval(unit["inputs"], names)
    if not isinstance(model, torch.nn.Module):
        return {"runs": False}
    model = model.eval()
    tags = input_tags(inputs)
    if any(p.is_floating_point() and p.dtype != torch.float32 for p in [*model.parameters(), *model.buffers()]):
        tags.add("other-float")
    model(*copy.deepcopy(inputs))  # as programs do, with gradients: what cannot be copied afterwards is no use to them
    results = []
    for _ in range(2):
        own, given = copy.deepcopy(model), copy.deepcopy(inputs)
        torch.manual_seed(1)
        with torch.no_grad():
            results.append(own(*given))
        if not same(list(own.state_dict().values()), list(model.state_dict().values())):
            tags.add("writes-state")
        if not same(given, inputs):
            tags.add("writes-input")
    if not same(*results):
        return {"runs": False}
    return {"runs": True, "takes": [kind(x) for x in inputs], "gives": kind(results[0]), "tags": sorted(tags | result_tags(results[0]))}


def too_long(*_):
    raise TimeoutError


torch.set_num_threads(1)
signal.signal(signal.SIGALRM, too_long)
usual = torch.get_default_dtype()
for unit in UNITS:
    signal.alarm(10)
    try:
        told = look(unit)
    except BaseException:
        told = {"runs": False}
    signal.alarm(0)
    torch.set_default_dtype(usual)
    print("told " + json.dumps(told), flush=True)
