# Trials of `assay mirror pairs`: one call with the same numbers, in double precision, with inputs moved a little, and in the trial's own
# element types. Needs the prelude of assay judge, its twin functions and as_type and not_contiguous of the framework.
UNITS = {"float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7, "complex64": 2.0**-23}
NUDGES = (3, 4)


def rounded(a, dtype):
    """The numbers of `a` as they are in that type."""
    with np.errstate(all="ignore"):
        if dtype == "bfloat16":
            bits = a.astype(np.float32).view(np.uint32).astype(np.uint64)
            even = ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)
            return np.where(np.isfinite(a), even, a).astype(np.float64)
        return a.astype(dtype).astype(WIDER.get(dtype, dtype))


def numbers(told):
    """The array that a fact tells of, as wide as it can be, with numbers that its own type has."""
    wide = dict(told, dtype=WIDER.get(told["dtype"], told["dtype"]))
    return rounded(built(wide), told["dtype"])


def each(told, make):
    """What `make` gives for the tensors of a fact: one, or a list."""
    return [make(x) for x in told["list"]] if "list" in told else make(told)


def widened(told):
    return {n: t if "plain" in t else ({"list": [fact(numbers(x), str(numbers(x).dtype)) for x in t["list"]]} if "list" in t
                                       else fact(numbers(t), str(numbers(t).dtype))) for n, t in told.items()}


def nudged_by(seed, unit):
    """Every number moved by a rounding unit of the trial's own type, up or down."""
    def change(facts):
        for i, t in enumerate(facts):
            a = built(t)
            with np.errstate(all="ignore"):
                t["values"] = fact(a * (1 + unit * signs(a.shape, 100 * seed + i)), t["dtype"])["values"]
    return change


def typed(x):
    """A result as facts, with the framework's own name of each element type."""
    if isinstance(x, (list, tuple)):
        parts = [typed(y) for y in x]
        return None if None in parts else {"list": parts}
    out = outcome(x)
    if out is not None and "values" in out:
        out["type"] = dtype_name(x) if hasattr(x, "dtype") else type(x).__name__
    return out


def tried(call, told, make):
    """What the call gives, or the error that it raises; made anew, so that nothing changes its inputs for the next."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return typed(call({n: each(t, make) for n, t in told.items() if "plain" not in t}))
    except Exception as error:
        return {"error": f"{type(error).__name__}: {str(error)[:300]}"}


def hear(who, trial, call, as_it_is, narrow):
    """Tells of one trial. `as_it_is` makes a tensor of an array; `narrow` one of an array in the type named, or None: only wide ones."""
    print(json.dumps({"begun": trial["trial"], "who": who}), flush=True)
    told = trial["values"]
    wide = widened(told)
    layout = not_contiguous if trial["strided"] and narrow else (lambda x: x)
    def wide_one(t):
        return layout(as_it_is(built(t)))
    out = {"who": who, "trial": trial["trial"], "wide": tried(call, wide, wide_one)}
    facts = floats(wide)
    unit = max([UNITS.get(x["dtype"], 0.0) for t in told.values() if "plain" not in t for x in t.get("list", [t])], default=0.0)
    if facts and (out["wide"] or {}).get("error") is None:
        out["moved"] = [tried(call, changed(wide, moved(seed)), wide_one) for seed in MOVES]
        if unit and narrow:
            out["nudged"] = [tried(call, changed(wide, nudged_by(seed, unit)), wide_one) for seed in NUDGES]
            out["narrow"] = tried(call, told, lambda t: layout(narrow(numbers(t), t["dtype"])))
    print(json.dumps(out), flush=True)
