# The same call in several frameworks: values as JSON that keeps every bit, changed in the same way everywhere.
import json
import math
import warnings

WIDER = {"float16": "float64", "bfloat16": "float64", "float32": "float64", "complex64": "complex128"}
MOVES = (1, 2)
MOVE = 2.0**-44  # of each number: 256 rounding units of float64, more than any two orders of summation differ by


def number(x):
    """JSON has no infinity and no NaN: as text."""
    if isinstance(x, complex):
        return [number(x.real), number(x.imag)]
    return x if not isinstance(x, float) or math.isfinite(x) else repr(x)


def fact(a, dtype):
    return {"dtype": dtype, "shape": list(a.shape), "values": [number(x) for x in a.ravel().tolist()]}


def built(told):
    """The array that a fact tells of, or a list of them."""
    if "list" in told:
        return [built(x) for x in told["list"]]
    values = [complex(*map(float, x)) if isinstance(x, list) else float(x) if isinstance(x, str) else x for x in told["values"]]
    return np.array(values, dtype=told["dtype"]).reshape(told["shape"])


def argument(x):
    """A tensor in double precision, a list of tensors, or a plain value as Python text; None: it cannot be carried over."""
    if isinstance(x, (bool, int, str, type(None))):
        return {"plain": repr(x)}
    if isinstance(x, float):
        return {"plain": repr(x) if math.isfinite(x) else f"float({repr(x)!r})"}
    a = array(x)
    if a is not None and hasattr(x, "dtype"):
        name = dtype_name(x)
        return fact(a, WIDER.get(name, name)) if name == "bool" or name.startswith(("int", "uint", "float", "bfloat", "complex")) else None
    if isinstance(x, (list, tuple)):
        parts = [argument(y) for y in x]
        if all(p and "plain" in p for p in parts):
            return {"plain": repr(tuple(x)) if isinstance(x, tuple) else repr(x)}
        if all(p and "values" in p for p in parts):
            return {"list": parts}
    return None


def offer(call, make):
    try:
        told = {name: argument(x) for name, x in make().items()}
    except Exception:
        told = {"": None}
    print(json.dumps({"call": call, "arguments": told}), flush=True)


def outcome(x):
    """A result as facts; None: it is nothing that can be compared."""
    if isinstance(x, (bool, int, float, complex)):
        x = np.asarray(x)
    if isinstance(x, np.generic):
        x = np.asarray(x)
    if isinstance(x, (list, tuple)):
        parts = [outcome(y) for y in x]
        return None if None in parts else {"list": parts}
    a = array(x)
    return fact(a, str(a.dtype)) if a is not None and a.dtype.kind in "biufc" else None


def floats(told):
    """The tensors of floating-point numbers in the arguments, as facts."""
    flat_facts = [p for t in told.values() for p in ([t] if "values" in t else t.get("list", []))]
    return [t for t in flat_facts if t["dtype"].startswith(("float", "complex")) and t["values"]]


def changed(told, change):
    out = json.loads(json.dumps(told))
    change(floats(out))
    return out


def times(factor):
    def change(facts):
        for t in facts:
            t["values"] = fact(built(t) * factor, t["dtype"])["values"]
    return change


def first(place, value):
    def change(facts):
        t = facts[place]
        t["values"][0] = [value, 0.0] if t["dtype"].startswith("complex") else value
    return change


def moved(seed):
    def change(facts):
        for i, t in enumerate(facts):
            a = built(t)
            sign = np.random.default_rng(100 * seed + i).choice([-1.0, 1.0], a.shape)
            t["values"] = fact(a * (1 + MOVE * sign), t["dtype"])["values"]
    return change


def variants(told):
    out = [("", told)]
    if not (facts := floats(told)):
        return out
    out += [("numbers times 20", changed(told, times(20.0))), ("numbers times 0.001", changed(told, times(0.001)))]
    places = [0] if len(facts) == 1 else [0, -1]
    return out + [(f"a number {name} in tensor {place % len(facts) + 1}", changed(told, first(place, value)))
                  for place in places for name, value in (("0", 0.0), ("inf", "inf"), ("-inf", "-inf"), ("nan", "nan"))]


def given(call, told, make):
    """What the call gives for these arguments, which are made anew."""
    tensors = {n: [make(x) for x in built(t)] if "list" in t else make(built(t)) for n, t in told.items() if "plain" not in t}
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return outcome(call(tensors))
    except Exception as error:
        return {"error": f"{type(error).__name__}: {str(error)[:200]}"}


def witness(who, number_of_call, call, told, make):
    for name, arguments in variants(told):
        result = given(call, arguments, make)
        others = [given(call, changed(arguments, moved(seed)), make) for seed in MOVES]
        print(json.dumps({"who": who, "call": number_of_call, "variant": name, "arguments": arguments, "result": result, "moved": others}), flush=True)
