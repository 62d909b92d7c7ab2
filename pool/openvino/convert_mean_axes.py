"""The mean over two axes is taken over these two (openvinotoolkit/openvino#25169)."""
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
x = numpy.arange(24, dtype=numpy.float32).reshape(1, 2, 3, 4)
axes = field(5, field(1, "axes") + field(8, 2) + field(8, 3) + field(20, 7))
compiled = convert("ReduceMean", [("x", FLOAT, 1, 2, 3, 4)], ("y", FLOAT, 1, 2, 1, 1), axes, opset=13)
result = compiled([x])[0]
print(result.flatten().tolist())
assert result.flatten().tolist() == [5.5, 17.5]
