"""A model with RandomNormalLike is valid after its conversion to float16 (microsoft/onnxruntime#20570)."""
import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnxruntime.transformers.float16 import convert_float_to_float16

nodes = [helper.make_node("RandomNormalLike", ["x"], ["noise"], dtype=TensorProto.FLOAT, scale=1e-6), helper.make_node("Add", ["x", "noise"], ["y"])]
graph = helper.make_graph(nodes, "noisy", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2])], [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2])])
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
converted = convert_float_to_float16(model, keep_io_types=True)
x = numpy.array([1.5, -2.0], dtype=numpy.float32)
plain = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print("plain", plain.round(3).tolist())
result = onnxruntime.InferenceSession(converted.SerializeToString()).run(None, {"x": x})[0]
print("float16", result.round(3).tolist())
assert abs(result - x).max() <= 1e-2
