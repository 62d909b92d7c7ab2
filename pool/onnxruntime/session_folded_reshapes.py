"""A constant that is reshaped, flattened and squeezed keeps its values when folded (microsoft/onnxruntime#29788)."""
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

table = numpy.arange(4096, dtype=numpy.float32)
constants = [numpy_helper.from_array(table, "table"), numpy_helper.from_array(numpy.array([1, 64, 64], numpy.int64), "shape"),
             numpy_helper.from_array(numpy.array([0], numpy.int64), "axes")]
nodes = [helper.make_node("Reshape", ["table", "shape"], ["cube"]), helper.make_node("Squeeze", ["cube", "axes"], ["square"]),
         helper.make_node("Flatten", ["square"], ["flat"]), helper.make_node("Add", ["x", "flat"], ["y"])]
graph = helper.make_graph(nodes, "folded", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [64, 64])],
                          [helper.make_tensor_value_info("y", TensorProto.FLOAT, [64, 64])], constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
session = onnxruntime.InferenceSession(model.SerializeToString())
results = [session.run(None, {"x": numpy.zeros((64, 64), numpy.float32)})[0] for _ in range(5)]
print([float(result.sum()) for result in results])
for result in results:
    assert numpy.array_equal(result, table.reshape(64, 64))
