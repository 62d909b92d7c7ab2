"""The last part of a reproduction: what is got, what is expected, and whether that is the bug."""
import math

import numpy as np
import onnx

import template
from formulas import FORMULAS
from literals import array_source, dtype_name, number


def check_source(case, values):
    """values: those of the framework's template."""
    expect = case.request["expect"]
    own = {"plain": values["plain"], "reference": None, "remark": expect.get("remark", "")}
    return CHECKS[expect["how"]](case, expect, own)


def bound(value):
    """A bound as source. JSON has no infinities and no NaN: they come as texts."""
    return number(value) if isinstance(value, int) else number(float(value))


def subscript(index):
    return "" if not index else "[" + ", ".join(map(str, index)) + "]"


def reference_result(case, output):
    """What the ONNX reference evaluator says of this output, or None; its operators fail on some legal models."""
    try:
        from onnx.reference import ReferenceEvaluator
        feeds = {name: value for name, value in case.inputs.items() if value is not None}
        results = ReferenceEvaluator(case.model).run(None, feeds)
        names = [o.name for o in case.model.graph.output]
        return np.asarray(results[names.index(output)])
    except Exception:  # noqa: BLE001 - whatever it is, it is no witness then
        return None


def witness(case, expect, own, said):
    """Has the file ask the reference evaluator, too, or say what it said where the file has no ONNX model."""
    if case.reads_onnx:
        own["reference"] = True
        own["position"] = [o.name for o in case.model.graph.output].index(expect["output"])
    else:
        own["remark"] = f"{own['remark']}\n# The ONNX reference evaluator (NumPy) gives {said}.".lstrip("\n# ")


def formula(case, expect):
    """(the element of the input as source, expression in x) where the model is one function of one number, else None."""
    nodes = case.model.graph.node
    if len(nodes) != 1 or nodes[0].op_type not in FORMULAS or nodes[0].attribute or nodes[0].domain:
        return None
    array = case.inputs.get(nodes[0].input[0])
    if not isinstance(array, np.ndarray) or array.shape != tuple(expect["shape"]) or expect["nan"] != "never":
        return None
    element = float(array[tuple(expect["index"])])
    try:
        result = eval(FORMULAS[nodes[0].op_type], {"math": math, "x": element})
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    if not float(expect["low"]) <= result <= float(expect["high"]):
        return None
    return repr(element), FORMULAS[nodes[0].op_type]


def value(case, expect, own):
    shape = tuple(expect["shape"])
    truth, low, high = expect["truth"], expect["low"], expect["high"]
    real = expect["real"]
    own.update(output=repr(expect["output"]), index=subscript(expect["index"]), shape=repr(shape),
               convert="float" if real else "int", low=bound(low), high=bound(high), truth=bound(truth),
               tells_nan=expect["nan"] == "must", ends=bool(expect.get("ends")), between=not expect.get("ends"),
               or_nan=f" and not np.isnan(float(result{subscript(expect['index'])}))" if expect["nan"] == "may" else "")
    found = None if expect.get("layer") else formula(case, expect)
    own["formula"] = bool(found)
    own["x"], own["expression"] = found or ("", "")
    seen = reference_result(case, expect["output"])
    if seen is not None and seen.shape == shape and not expect.get("layer"):
        element = float(seen[tuple(expect["index"])])
        right = np.isnan(element) if expect["nan"] == "must" else float(low) <= element <= float(high)
        if expect.get("ends"):
            right = element in (float(low), float(high))
        if right:
            witness(case, expect, own, number(element))
    return template.render("check_value", own)


def text(case, expect, own):
    own.update(output=repr(expect["output"]), index=subscript(expect["index"]), truth=repr(expect["truth"]))
    return template.render("check_text", own)


def kind(case, expect, own):
    shape = tuple(expect["shape"])
    dtype = np.dtype(onnx.helper.tensor_dtype_to_np_dtype(expect["type"]))
    plain = expect["type"] != onnx.TensorProto.STRING
    own.update(output=repr(expect["output"]), shape=repr(shape), dtype_text=repr(dtype.name if plain else "strings"),
               or_dtype=f" or result.dtype != {dtype_name(dtype)}" if plain else "")
    seen = reference_result(case, expect["output"])
    if seen is not None and seen.shape == shape:
        witness(case, expect, own, str(shape))
    return template.render("check_type", own)


def refusal(case, expect, own):
    own["fragment"] = repr(expect["fragment"])
    own["expected"] = expected(expect)
    if case.reads_onnx and reference_result(case, case.model.graph.output[0].name) is not None:
        own["reference"] = True
    return template.render("check_refusal", own)


def expected(expect):
    """The arguments of a print that says what a good run gives."""
    if "values" not in expect:
        return repr("a result")
    values = np.array([float(v) if isinstance(v, str) else v for v in expect["values"]]).reshape(expect["shape"])
    name = onnx.helper.tensor_dtype_to_np_dtype(expect["type"]).name
    return f"{name + ' ' + str(tuple(expect['shape']))!r}, {np.array2string(values, separator=', ', max_line_width=10**6)!r}"


def death(case, expect, own):
    memory = expect.get("memory")
    own["expected"] = expected(expect)
    own.update(limit=expect["limit_s"], memory=memory, hang=repr(expect["how"] == "hang"),
               died="!= 0" if memory else "< 0")
    return template.render("check_crash", own)


def repeat(case, expect, own):
    def bounds(values):
        if not isinstance(values, list):
            return bound(values)
        return array_source(np.array([float(v) for v in values]).reshape(expect["shape"]))
    own.update(output=repr(expect["output"]), shape=repr(tuple(expect["shape"])), runs=expect["runs"],
               low=bounds(expect["low"]), high=bounds(expect["high"]),
               or_nan="" if expect["nan"] != "never" else " | np.isnan(result)")
    return template.render("check_repeat", own)


CHECKS = {"value": value, "text": text, "type": kind, "refusal": refusal, "crash": death, "hang": death,
          "repeat": repeat}
