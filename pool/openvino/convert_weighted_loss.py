"""The weighted cross entropy is the weighted mean of the losses (openvinotoolkit/openvino#20977)."""
import os
import tempfile

import numpy
import openvino


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


def field(number, value):
    """A field of a protocol buffer: ONNX itself is not needed to write a file of one node."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def tensor(name, kind, *sizes):
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, b"".join(field(1, field(1, size)) for size in sizes))))


def convert(operator, inputs, output, attributes=b"", opset=18):
    node = b"".join(field(1, name) for name, *_ in inputs) + field(2, output[0]) + field(4, operator) + attributes
    graph = field(1, node) + field(2, "one") + b"".join(field(11, tensor(*i)) for i in inputs) + field(12, tensor(*output))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "one.onnx")
        with open(path, "wb") as file:
            file.write(field(1, 8) + field(7, graph) + field(8, field(2, opset)))
        return openvino.compile_model(openvino.convert_model(path), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})


FLOAT, INT64 = 1, 7
scores = numpy.array([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]], dtype=numpy.float32)
labels, weights = numpy.array([1, 0], dtype=numpy.int64), numpy.array([0.5, 2.0, 1.0], dtype=numpy.float32)
compiled = convert("SoftmaxCrossEntropyLoss", [("x", FLOAT, 2, 3), ("labels", INT64, 2), ("w", FLOAT, 3)], ("y", FLOAT), opset=13)
result = float(compiled([scores, labels, weights])[0])
logs = scores - numpy.log(numpy.exp(scores).sum(1, keepdims=True))
chosen = weights[labels]
expected = float(-(chosen * logs[[0, 1], labels]).sum() / chosen.sum())
print("expected", expected, "converted", result)
assert abs(result - expected) <= 1e-4
