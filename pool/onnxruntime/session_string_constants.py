"""A model with string tensors as attributes can be optimised (microsoft/onnxruntime#28413)."""
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper

words = helper.make_tensor("words", TensorProto.STRING, [2], [b"yes", b"no"])
nodes = [helper.make_node("Constant", [], ["a"], value=words), helper.make_node("Constant", [], ["b"], value=words),
         helper.make_node("Where", ["x", "a", "b"], ["y"])]
graph = helper.make_graph(nodes, "strings", [helper.make_tensor_value_info("x", TensorProto.BOOL, [2])],
                          [helper.make_tensor_value_info("y", TensorProto.STRING, [2])])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": numpy.array([True, False])})[0]
print(result.tolist())
assert result.tolist() == ["yes", "no"]
