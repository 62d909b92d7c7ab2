#!/usr/bin/env python3
"""Writes fuzz/corpus/load_model/: tiny models, each with another part of the file format in it.

  build/envs/onnx-conformance/bin/python scripts/make-fuzz-seeds.py [FOLDER]
"""
import pathlib
import sys

from onnx import AttributeProto, SparseTensorProto, TensorProto, helper

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEEDS = {}


def seed(function):
    SEEDS[function.__name__.replace("_", "-")] = function
    return function


def info(name, dtype=TensorProto.FLOAT, shape=(2,)):
    return helper.make_tensor_value_info(name, dtype, shape)


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def model(nodes, inputs=("x",), outputs=("y",), initializers=(), opset=21, **options):
    def infos(names):
        return [n if not isinstance(n, str) else info(n) for n in names]

    graph = helper.make_graph(nodes, "g", infos(inputs), infos(outputs), list(initializers))
    opsets = options.pop("opset_imports", [helper.make_opsetid("", opset)])
    return helper.make_model(graph, ir_version=10, opset_imports=opsets, **options)


def with_initializer(data_type, values, raw=False, shape=None):
    dims = shape if shape is not None else [len(values)]
    weight = helper.make_tensor("w", data_type, dims, values, raw=raw)
    return model([node("Identity", ["w"], ["y"])], [], [info("y", data_type, dims)], [weight])


for name, values in {
    "FLOAT": [1.5, -2.0], "DOUBLE": [0.1, -3.0], "FLOAT16": [1.0, 2.0], "BFLOAT16": [1.0, 2.0], "INT8": [-1, 2],
    "UINT16": [1, 65535], "INT32": [-7, 8], "INT64": [-1, 2], "UINT32": [1, 4000000000], "BOOL": [True, False],
    "COMPLEX64": [1 + 2j, 3 - 1j], "COMPLEX128": [1 + 2j], "STRING": [b"a", b"\xc3\xa9"], "INT4": [-8, 7, 1],
    "UINT4": [15, 0, 1], "FLOAT4E2M1": [0.5, -6.0, 1.0], "INT2": [-2, 1, 0, 1, -1], "FLOAT8E4M3FN": [0.5, 448.0],
    "FLOAT8E8M0": [1.0, 2.0],
}.items():
    SEEDS[f"typed-{name.lower()}"] = lambda name=name, values=values: with_initializer(
        getattr(TensorProto, name), values)


@seed
def raw_float():
    return with_initializer(TensorProto.FLOAT, b"\0\0\x80\x3f\0\0\0\x40", raw=True, shape=[2, 1])


@seed
def raw_int4():
    return with_initializer(TensorProto.INT4, b"\x8f\x07", raw=True, shape=[3])


@seed
def empty_tensor():
    return with_initializer(TensorProto.FLOAT, [], shape=[0, 3])


@seed
def chain():
    names = ["x", "a", "b", "y"]
    return model([node("Relu", [names[i]], [names[i + 1]], name=f"n{i}") for i in range(3)])


@seed
def optional_inputs():
    return model([node("Clip", ["x", "", "m"], ["y"])], ["x", info("m", shape=())])


@seed
def attributes():
    return model([helper.make_node("Thing", ["x"], ["y"], domain="d", i=1, f=0.5, s="t", ints=[1, 2], floats=[1.0, 2.0],
                                   strings=["a", "b"], t=helper.make_tensor("t", TensorProto.INT64, [1], [5]),
                                   tp=helper.make_tensor_type_proto(TensorProto.FLOAT, ["n", 2]))],
                 opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("d", 1)])


@seed
def branch():
    def arm(op):
        return helper.make_graph([node(op, ["x"], ["z"])], op, [], [info("z")])
    return model([node("If", ["c"], ["y"], then_branch=arm("Relu"), else_branch=arm("Neg"))],
                 ["x", info("c", TensorProto.BOOL, ())])


@seed
def nested_capture():
    inner = helper.make_graph([node("Add", ["x", "x"], ["u"])], "inner", [], [info("u")])
    outer = helper.make_graph([node("If", ["c"], ["v"], then_branch=inner, else_branch=inner)], "outer", [], [info("v")])
    return model([node("If", ["c"], ["y"], then_branch=outer, else_branch=outer)],
                 ["x", info("c", TensorProto.BOOL, ())])


@seed
def loop():
    body = helper.make_graph([node("Identity", ["k"], ["k2"]), node("Add", ["s", "x"], ["s2"])], "body",
                             [info("i", TensorProto.INT64, ()), info("k", TensorProto.BOOL, ()), info("s")],
                             [info("k2", TensorProto.BOOL, ()), info("s2")])
    return model([node("Loop", ["n", "", "x"], ["y"], body=body)], ["x", info("n", TensorProto.INT64, ())])


@seed
def function():
    body = [node("LeakyRelu", ["a"], ["b"])]
    body[0].attribute.append(AttributeProto(name="alpha", ref_attr_name="slope", type=AttributeProto.FLOAT))
    made = helper.make_function("d", "F", ["a"], ["b"], body, [helper.make_opsetid("", 21)], [],
                                [helper.make_attribute("slope", 0.1)])
    return model([helper.make_node("F", ["x"], ["y"], domain="d", slope=0.3)], functions=[made],
                 opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("d", 1)])


@seed
def sequence_types():
    sequence = helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, [2])
    optional = helper.make_value_info("o", helper.make_optional_type_proto(sequence.type))
    return model([node("SequenceConstruct", ["x"], ["s"]), node("Optional", ["s"], ["o"])], outputs=[optional])


@seed
def map_type():
    kind = helper.make_map_type_proto(TensorProto.INT64, helper.make_tensor_type_proto(TensorProto.FLOAT, []))
    return model([helper.make_node("Identity", ["m"], ["n"])], [helper.make_value_info("m", kind)],
                 [helper.make_value_info("n", kind)])


@seed
def sparse():
    def tensor(name):
        return SparseTensorProto(values=helper.make_tensor(name, TensorProto.FLOAT, [2], [1.0, 2.0]),
                                 indices=helper.make_tensor("", TensorProto.INT64, [2], [1, 4]), dims=[2, 3])
    made = model([node("Constant", [], ["k"], sparse_value=tensor("")), node("Add", ["k", "w"], ["y"])], [],
                 [info("y", shape=(2, 3))])
    made.graph.sparse_initializer.append(tensor("w"))
    return made


@seed
def metadata():
    made = model([node("Relu", ["x"], ["y"])], [info("x", shape=("batch", None, 3))], [info("y", shape=("batch", None, 3))],
                 producer_name="p", producer_version="1", domain="org", doc_string="d", model_version=3)
    helper.set_model_props(made, {"k": "v"})
    return made


@seed
def external():
    made = model([node("Identity", ["w"], ["y"])], [], [info("y")])
    weight = made.graph.initializer.add(name="w", data_type=1, dims=[2], data_location=TensorProto.EXTERNAL)
    weight.external_data.add(key="location", value="w.bin")
    return made


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "fuzz" / "corpus" / "load_model"
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in SEEDS.items():
        (folder / f"{name}.onnx").write_bytes(make().SerializeToString())


if __name__ == "__main__":
    main()
