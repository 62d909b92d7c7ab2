"""The transpose of an empty constant can be folded (microsoft/onnxruntime#25922)."""
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

empty = helper.make_tensor("empty", TensorProto.FLOAT, [0, 3], [])
nodes = [helper.make_node("Transpose", ["empty"], ["turned"], perm=[1, 0]), helper.make_node("Concat", ["x", "turned"], ["y"], axis=1)]
graph = helper.make_graph(nodes, "empty", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [3, 2])],
                          [helper.make_tensor_value_info("y", TensorProto.FLOAT, [3, 2])], [empty])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
x = numpy.arange(6, dtype=numpy.float32).reshape(3, 2)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print(result.tolist())
assert numpy.array_equal(result, x)
