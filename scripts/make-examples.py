#!/usr/bin/env python3
"""Writes the models in examples/: a small classifier, and files that a reader must refuse.

  build/envs/onnx-conformance/bin/python scripts/make-examples.py [FOLDER]

The result is the same on every machine; the files are committed, so run this only to change them.
"""
import pathlib
import sys

import numpy as np
from onnx import TensorProto, helper, numpy_helper

ROOT = pathlib.Path(__file__).resolve().parent.parent


def make_model(nodes, inputs, outputs, initializers=(), name="example"):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(initializers))
    return helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)], producer_name="assay")


def floats(name, *shape):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)


def lenet():
    """LeNet-5 on one 28x28 image, with Relu and MaxPool. Weights are random, scaled so that no layer saturates."""
    random = np.random.RandomState(5)  # the legacy generator: its numbers are frozen across NumPy versions
    weights = []

    def layer(name, *shape):
        bound = (6.0 / np.prod(shape[1:])) ** 0.5
        weights.append(numpy_helper.from_array(random.uniform(-bound, bound, shape).astype(np.float32), name + "_w"))
        weights.append(numpy_helper.from_array(random.uniform(-0.1, 0.1, shape[0]).astype(np.float32), name + "_b"))
        return [name + "_w", name + "_b"]

    def conv(source, name, out, *shape, pads):
        return helper.make_node("Conv", [source] + layer(name, *shape), [out], name, kernel_shape=shape[2:], pads=pads)

    def pool(source, name, out):
        return helper.make_node("MaxPool", [source], [out], name, kernel_shape=[2, 2], strides=[2, 2])

    def dense(source, name, out, *shape):
        return helper.make_node("Gemm", [source] + layer(name, *shape), [out], name, transB=1)

    nodes = [
        conv("image", "conv1", "c1", 6, 1, 5, 5, pads=[2, 2, 2, 2]),
        helper.make_node("Relu", ["c1"], ["r1"], "relu1"),
        pool("r1", "pool1", "p1"),
        conv("p1", "conv2", "c2", 16, 6, 5, 5, pads=[0, 0, 0, 0]),
        helper.make_node("Relu", ["c2"], ["r2"], "relu2"),
        pool("r2", "pool2", "p2"),
        helper.make_node("Flatten", ["p2"], ["f"], "flatten", axis=1),
        dense("f", "fc1", "d1", 120, 400),
        helper.make_node("Relu", ["d1"], ["r3"], "relu3"),
        dense("r3", "fc2", "d2", 84, 120),
        helper.make_node("Relu", ["d2"], ["r4"], "relu4"),
        dense("r4", "fc3", "logits", 10, 84),
        helper.make_node("Softmax", ["logits"], ["probabilities"], "softmax", axis=1),
    ]
    return make_model(nodes, [floats("image", 1, 1, 28, 28)], [floats("probabilities", 1, 10)], weights, "lenet5")


def bad_truncated():
    """The last third of the file is missing, as after an interrupted download."""
    weight = numpy_helper.from_array(np.arange(64, dtype=np.float32), "w")
    model = make_model([helper.make_node("Add", ["x", "w"], ["y"], "add")], [floats("x", 64)], [floats("y", 64)], [weight])
    data = model.SerializeToString()
    return data[: len(data) * 2 // 3]


def bad_cycle():
    """Two nodes wait for each other."""
    nodes = [helper.make_node("Add", ["x", "b"], ["a"], "first"), helper.make_node("Relu", ["a"], ["b"], "second")]
    return make_model(nodes, [floats("x", 2)], [floats("b", 2)]).SerializeToString()


def bad_missing_input():
    """A node uses a weight that the file does not hold."""
    nodes = [helper.make_node("MatMul", ["x", "weight"], ["y"], "project")]
    return make_model(nodes, [floats("x", 2, 3)], [floats("y", 2, 4)]).SerializeToString()


def bad_wrong_type():
    """An attribute has the wrong type: perm is a list of integers."""
    nodes = [helper.make_node("Transpose", ["x"], ["y"], "swap", perm="1,0")]
    return make_model(nodes, [floats("x", 2, 3)], [floats("y", 3, 2)]).SerializeToString()


def bad_path_traversal():
    """A weight is said to be stored in a file outside the model's folder."""
    model = make_model([helper.make_node("Add", ["x", "w"], ["y"], "add")], [floats("x", 4)], [floats("y", 4)])
    weight = model.graph.initializer.add(name="w", data_type=TensorProto.FLOAT, dims=[4])
    weight.data_location = TensorProto.EXTERNAL
    weight.external_data.add(key="location", value="../../../etc/passwd")
    weight.external_data.add(key="offset", value="0")
    weight.external_data.add(key="length", value="16")
    return model.SerializeToString()


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "examples"
    (folder / "bad").mkdir(parents=True, exist_ok=True)
    (folder / "lenet.onnx").write_bytes(lenet().SerializeToString())
    for make in (bad_truncated, bad_cycle, bad_missing_input, bad_wrong_type, bad_path_traversal):
        name = make.__name__.removeprefix("bad_").replace("_", "-")
        (folder / "bad" / f"{name}.onnx").write_bytes(make())


if __name__ == "__main__":
    main()
