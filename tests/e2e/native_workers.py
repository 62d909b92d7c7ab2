"""The native workers: every element type, sequences, optionals and maps go in and come out unchanged; known defects and gaps show."""
import glob
import os
import sys

from _assay import BIN, HOME, check, finish, need_environment, python_of, skip

WORKERS = os.path.join(os.path.dirname(BIN), "workers")
if os.environ.get("ASSAY_NATIVE_CHILD") is None:  # models are made with the onnx package
    need_environment("onnx-conformance")
    os.execve(python_of("onnx-conformance"), [python_of("onnx-conformance"), __file__], dict(os.environ, ASSAY_NATIVE_CHILD="1"))

sys.path.insert(0, os.path.join(HOME, "tests", "tools"))
import numpy as np  # noqa: E402
import onnx  # noqa: E402
from onnx import helper as h, numpy_helper  # noqa: E402
import drive_worker  # noqa: E402
from assay_worker import DTYPES, Optional, numpy_dtype  # noqa: E402

FLOAT, INT64, STRING, BOOL = 1, 7, 8, 9


def model(nodes, inputs, outputs, opset=21, weights=None):
    def infos(types):
        return [onnx.ValueInfoProto(name=name, type=kind) for name, kind in types.items()]
    graph = h.make_graph(nodes, "g", infos(inputs), infos(outputs),
                         [numpy_helper.from_array(v, k) for k, v in (weights or {}).items()])
    opsets = [h.make_opsetid("", opset), h.make_opsetid("ai.onnx.ml", 3)]
    return h.make_model(graph, opset_imports=opsets, ir_version=10).SerializeToString()


def tensor(number, shape=None):
    return h.make_tensor_type_proto(number, shape)


def through(worker, node, kind_in, x, kind_out=None):
    return worker.ask(model([node], {"x": kind_in}, {"y": kind_out or kind_in}), {"x": x}, ["y"])


def start(name, pattern):
    """The worker, or None when it or its framework is not there."""
    binary = os.path.join(WORKERS, name + "-worker")
    library = glob.glob(os.path.join(HOME, "build", "envs", pattern))
    if not os.path.exists(binary) or not library:
        print(f"left out: {name} is not built or not installed")
        return None
    os.environ["ASSAY_LIBRARY"] = library[0]
    worker = drive_worker.Worker([binary])
    check(f"{name} starts", worker.identity[3] == "", worker.identity)
    return worker


def sample(number):
    """Seven elements, an odd number for types that are packed."""
    if number == STRING:
        return np.array(["a", "", "ü b", "x" * 40, "5", "6", "7"], dtype=object)
    raw = np.array([0, 1, 3, 7, 2, 5, 6], np.uint8)
    dtype = numpy_dtype(number)
    if number in (21, 22):
        return np.array([-8, -1, 3, 7, 0, 5, 6] if number == 22 else [0, 15, 3, 7, 2, 8, 6]).astype(dtype)
    if number == BOOL:
        return (raw & 1).astype(bool)
    return raw.astype(dtype) if dtype.itemsize > 1 else raw.view(dtype)


def same(a, b):
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    # The upper bits of an int4 may or may not repeat its sign in numpy.
    by_value = a.dtype == object or a.dtype.name == "int4"
    return a.tolist() == b.tolist() if by_value else a.tobytes() == b.tobytes()


def types(worker, name, numbers, operator, **attributes):
    for number in numbers:
        x = sample(number)
        node = h.make_node(operator, ["x"], ["y"], **attributes)
        reply = through(worker, node, tensor(number, [7]), x)
        check(f"{name}: {operator} of {DTYPES[number]}", reply["status"] == "ok" and same(reply["outputs"]["y"], x), reply)


def onnxruntime_values(worker):
    floats = tensor(FLOAT)
    sequence = h.make_sequence_type_proto(floats)
    for items in ([], [np.ones((2, 3), np.float32), np.zeros(1, np.float32)]):
        reply = through(worker, h.make_node("Identity", ["x"], ["y"]), sequence, items)
        check(f"sequence of {len(items)}", reply["status"] == "ok" and len(reply["outputs"]["y"]) == len(items) and
              all(same(a, b) for a, b in zip(reply["outputs"]["y"], items)), reply)
    for kind, value in ((floats, None), (floats, np.ones(2, np.float32)), (sequence, None), (sequence, [])):
        reply = through(worker, h.make_node("OptionalHasElement", ["x"], ["y"]), h.make_optional_type_proto(kind), Optional(value),
                        tensor(BOOL, []))
        check(f"optional {value}", reply["status"] == "ok" and bool(reply["outputs"]["y"]) == (value is not None), reply)
    keys = onnx.TypeProto()
    keys.map_type.key_type = STRING
    keys.map_type.value_type.CopyFrom(tensor(INT64, []))
    vectorise = h.make_node("DictVectorizer", ["x"], ["y"], domain="ai.onnx.ml", string_vocabulary=["a", "b", "c"])
    reply = through(worker, vectorise, keys, {"a": 5, "c": 7}, tensor(INT64))
    check("map as input", reply["status"] == "ok" and reply["outputs"]["y"].tolist() == [[5, 0, 7]], reply)
    maps = onnx.TypeProto()
    maps.sequence_type.elem_type.map_type.key_type = INT64
    maps.sequence_type.elem_type.map_type.value_type.CopyFrom(tensor(FLOAT, []))
    zip_map = h.make_node("ZipMap", ["x"], ["y"], domain="ai.onnx.ml", classlabels_int64s=[4, 9])
    reply = through(worker, zip_map, tensor(FLOAT, [1, 2]), np.array([[1, 2]], np.float32), maps)
    check("map as output", reply["status"] == "ok" and [{k: float(v) for k, v in m.items()} for m in reply["outputs"]["y"]] ==
          [{4: 1.0, 9: 2.0}], reply)


def onnxruntime_modes(worker):
    double = tensor(11, [2, 3])
    nodes = [h.make_node("Relu", ["x"], ["r"]), h.make_node("Clip", ["r", "lo", "hi"], ["y"])]
    clip = model(nodes, {"x": double}, {"y": double}, weights={"lo": np.array(-1.0), "hi": np.array(2.0)})
    for mode, status in (("", "failed"), ("opt=all", "failed"), ("opt=basic", "failed"), ("opt=off", "ok"),
                         ("disable=FuseReluClip", "ok"), ("disable=ConstantFolding,FuseReluClip", "ok")):
        reply = worker.ask(clip, {"x": np.ones((2, 3))}, ["y"], mode)
        check(f"Relu and Clip in mode '{mode}'", reply["status"] == status, reply)
    reply = worker.ask(clip, {"x": np.ones((2, 3))}, ["y"], "opt=most")
    check("an unknown mode", reply["kind"] == "mode" and "opt=most" in reply["message"], reply)
    unsigned = tensor(4, [2])
    reply = through(worker, h.make_node("BitShift", ["x", "x"], ["y"], direction="LEFT"), unsigned, np.ones(2, np.uint16))
    check("a missing kernel is a gap", reply["status"] == "unsupported" and "BitShift" in reply["message"], reply)
    worker.ask(clip, {"x": np.ones((2, 3))}, ["y"], "opt=off", key=5)
    reply = worker.ask(b"", {"x": np.full((2, 3), 9.0)}, ["y"], "opt=off", key=5)
    check("the last model is kept", reply["status"] == "ok" and reply["outputs"]["y"].max() == 2.0 and reply["times"][0] == 0, reply)


def convolution(worker, name, scalar_too):
    """Without kernel_shape, which ONNX allows; an unused input; all outputs when none is named."""
    weights = {"w": np.ones((2, 1, 3, 3), np.float32)}
    nodes = [h.make_node("Conv", ["x", "w"], ["y"])]
    inputs, outputs = {"x": tensor(FLOAT, [1, 1, 4, 4])}, {"y": tensor(FLOAT, [1, 2, 2, 2])}
    if scalar_too:
        nodes.append(h.make_node("ReduceSum", ["x"], ["s"], keepdims=0))
        outputs["s"] = tensor(FLOAT, [])
    reply = worker.ask(model(nodes, inputs, outputs, 13, weights), {"x": np.ones((1, 1, 4, 4), np.float32)}, [])
    found = reply["outputs"]
    check(f"{name}: a convolution", reply["status"] == "ok" and found["y"].shape == (1, 2, 2, 2) and (found["y"] == 9).all(), reply)
    if scalar_too:
        check(f"{name}: a scalar", found.get("s") is not None and found["s"].shape == () and found["s"] == 16, reply)


def main():
    tried = 0
    if worker := start("onnxruntime", "onnxruntime/lib/python*/site-packages/onnxruntime/capi"):
        tried += 1
        types(worker, "onnxruntime", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20], "Identity")
        types(worker, "onnxruntime", [21, 22], "Transpose", perm=[0])
        onnxruntime_values(worker)
        onnxruntime_modes(worker)
        convolution(worker, "onnxruntime", True)
    if worker := start("openvino", "openvino/lib/python*/site-packages/openvino/libs"):
        tried += 1
        types(worker, "openvino", [1, 2, 3, 5, 6, 7, 9, 10, 16, 17, 19, 21, 22], "Identity")
        convolution(worker, "openvino", True)
        reply = through(worker, h.make_node("Det", ["x"], ["y"]), tensor(FLOAT, [2, 2]), np.ones((2, 2), np.float32), tensor(FLOAT, []))
        check("openvino: a missing operator is a gap", reply["status"] == "unsupported", reply)
    if worker := start("opencv", "onnx-conformance"):
        tried += 1
        convolution(worker, "opencv", False)
        reply = through(worker, h.make_node("ArgMax", ["x"], ["y"]), tensor(FLOAT, [2, 2]), np.ones((2, 2), np.float32), tensor(INT64, [1, 2]))
        check("opencv: integers are a gap", reply["status"] == "unsupported", reply)
        reply = through(worker, h.make_node("Det", ["x"], ["y"]), tensor(FLOAT, [2, 2]), np.ones((2, 2), np.float32), tensor(FLOAT, []))
        check("opencv: a missing operator is a gap", reply["status"] == "unsupported", reply)
    if tried == 0:
        skip("no native worker is built")


main()
finish()
