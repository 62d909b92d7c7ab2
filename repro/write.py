"""Writes a stand-alone reproduction of a finding.

    python write.py FOLDER

FOLDER holds model.onnx, input_0.pb, input_1.pb, … (the ONNX test-data format) and request.json: framework, mode, version,
what is wrong, what is expected (repro/README.md lists the keys). Writes reply.json there: {"text": …} or
{"why_not": …}.

Frameworks that read ONNX get the model as onnx.helper calls; the others the calls of their own interface that running the
model leads to, recorded while it runs. Runs in an environment that has onnx and, for the latter, the framework.
"""
import json
import pathlib
import re
import sys

import numpy as np
import onnx
from onnx import numpy_helper

import template
from checks import check_source
from literals import EXTRA, WIDTH, imports_for
from onnx_source import model_source, value_source
from ways import way_of

HERE = pathlib.Path(__file__).parent
LEVELS = {"": "ORT_ENABLE_ALL", "cuda": "ORT_ENABLE_ALL", "opt=all": "ORT_ENABLE_ALL", "opt=off": "ORT_DISABLE_ALL",
          "opt=basic": "ORT_ENABLE_BASIC", "opt=extended": "ORT_ENABLE_EXTENDED"}
RECORDERS = {"torch": "torch_calls", "tensorflow": "tensorflow_calls", "litert": "tensorflow_calls", "jax": "jax_calls"}


class NoWay(Exception):
    """Why there is no reproduction."""


def read_value(data, kind):
    """One input: an array, a list, or None for an empty optional."""
    if kind.HasField("sequence_type"):
        return [_array(t) for t in onnx.SequenceProto.FromString(data).tensor_values]
    if kind.HasField("optional_type"):
        proto = onnx.OptionalProto.FromString(data)
        inner = kind.optional_type.elem_type
        if proto.elem_type == onnx.OptionalProto.UNDEFINED:
            return None
        if proto.HasField("tensor_value"):
            return _array(proto.tensor_value)
        return read_value(proto.sequence_value.SerializeToString(), inner)
    return _array(onnx.TensorProto.FromString(data))


def _array(proto):
    array = numpy_helper.to_array(proto)
    if proto.data_type == onnx.TensorProto.STRING:
        texts = [s.decode("utf-8", "replace") if isinstance(s, bytes) else s for s in array.reshape(-1)]
        return np.array(texts, dtype=object).reshape(array.shape)
    return array


class Case:
    """What write.py was asked for."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.request = json.loads((folder / "request.json").read_text())
        self.data = (folder / "model.onnx").read_bytes()
        self.model = onnx.load_model_from_string(self.data)
        try:
            self.way = way_of(self.request["framework"], self.request["mode"])
        except LookupError as error:
            raise NoWay(str(error)) from None
        self.reads_onnx = self.way is not None or self.request["framework"] not in RECORDERS
        infos = self.model.graph.input
        self.inputs = {info.name: read_value((folder / f"input_{i}.pb").read_bytes(), info.type)
                       for i, info in enumerate(infos)}
        if self.request.get("values") == "plain":
            self.make_plain()

    def make_plain(self):
        """Ones in place of long lists of numbers, where only their number matters."""
        def ones(array):
            if not isinstance(array, np.ndarray) or array.size <= 64 or array.dtype.kind in "OUS":
                return array
            return np.ones_like(array)
        self.inputs = {name: ones(value) for name, value in self.inputs.items()}
        for tensor in self.model.graph.initializer:
            tensor.CopyFrom(numpy_helper.from_array(ones(numpy_helper.to_array(tensor)), tensor.name))
        self.data = self.model.SerializeToString()

    def tap(self, name):
        """Makes a value inside the graph an output."""
        if name in [o.name for o in self.model.graph.output]:
            return
        inferred = onnx.shape_inference.infer_shapes(self.model)
        found = [v for v in inferred.graph.value_info if v.name == name]
        self.model.graph.output.append(found[0] if found else onnx.ValueInfoProto(name=name))
        self.data = self.model.SerializeToString()


def how_to_run(case):
    extra = [*(case.way[2] if case.way else ()), *(("onnx",) if case.reads_onnx else ())]
    needs = " ".join([*case.request["packages"], *extra, "numpy"])
    return f"pip install {needs}; python repro.py\nExit code 1: the bug shows; 0: it does not."


def inputs_source(inputs):
    lines = [f"    {name!r}: {value_source(value)}," for name, value in inputs.items() if value is not None]
    return "\n".join(["{", *lines, "}"]) if lines else "{}"


def onnx_values(case):
    """What the templates of frameworks that read ONNX use."""
    request, plain = case.request, case.request.get("plain")
    mode, framework = request["mode"], request["framework"]
    values = {"model": model_source(case.model), "inputs": inputs_source(case.inputs),
              "outputs": repr(request["outputs"]), "settings": request.get("settings"),
              "parameter": "plain=False" if plain else "", "plain": plain, "disabled": "", "odd_types": None,
              "one_thread": ', "INFERENCE_NUM_THREADS": 1' if request.get("settings") else ""}
    if framework == "onnxruntime":
        level = f"level.{LEVELS.get(mode, 'ORT_ENABLE_ALL')}"
        values["level"] = f"level.ORT_DISABLE_ALL if plain else {level}" if plain else level
        values["provider"] = '"CUDAExecutionProvider"' if mode == "cuda" else '"CPUExecutionProvider"'
        if mode.startswith("disable="):
            values["disabled"] = f",\n        disabled_optimizers={mode.removeprefix('disable=').split(',')!r}"
        odd = sorted({v.dtype.name for v in case.inputs.values() if isinstance(v, np.ndarray)} & EXTRA)
        values["odd_types"] = repr(odd) if odd else None
    elif framework == "iree":
        level = '"O0"' if mode == "opt=off" else '"O2"'
        values["level"] = f'("O0" if plain else {level})' if plain else level
    return values


def framework_values(case):
    """What the templates of frameworks without a reader of ONNX use: the recorded calls."""
    sys.path[:0] = [str(HERE.parent / "workers" / "python")]
    recorder = __import__(RECORDERS[case.request["framework"]])
    return recorder.values(case)


def wrapped(text, width=WIDTH - 4):
    """One long line as several."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def write(case):
    framework = case.request["framework"]
    name = case.way[0] if case.way else framework
    if not template.exists(name):
        raise NoWay(f"there is no template for {framework}")
    expect = case.request["expect"]
    if expect.get("layer"):
        case.tap(expect["output"])
        case.request["outputs"] = [expect["output"]]
    own = not case.reads_onnx
    values = framework_values(case) if own else onnx_values(case)
    values.update(case.way[1] if case.way else {})
    what = re.sub(r"\S*assay\S*", "…", case.request["what"], flags=re.I)  # the file stands alone
    values.update(check=check_source(case, values), what=wrapped(what), how_to_run=how_to_run(case))
    body = "\n".join(str(v) for v in values.values())
    modules = ["sys", *imports_for(body)]
    if "math." in values["check"]:
        modules.append("math")
    if "subprocess." in values["check"]:
        modules += ["os", "signal", "subprocess"]
    values["imports"] = "\n".join(f"import {name}" for name in sorted(set(modules) - {"ml_dtypes"}))
    names = [n for n in ("AttributeProto", "TensorProto", "helper", "numpy_helper") if n + "." in values.get("model", "")]
    values["onnx_imports"] = "\n".join(
        (["import ml_dtypes"] if "ml_dtypes" in modules else []) +
        ([f"from onnx import {', '.join(names)}"] if names and not own else []) +
        (["from onnx.reference import ReferenceEvaluator"] if "ReferenceEvaluator" in values["check"] else []))
    return template.render(name, values) + "\n"


def main(folder):
    try:
        reply = {"text": write(Case(folder))}
    except NoWay as error:
        reply = {"why_not": str(error)}
    pathlib.Path(folder, "reply.json").write_text(json.dumps(reply))


if __name__ == "__main__":
    sys.modules.setdefault("write", sys.modules["__main__"])  # the recorders import NoWay from here
    main(sys.argv[1])
