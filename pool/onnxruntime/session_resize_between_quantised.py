"""A linear resize between quantisation nodes rounds as without optimisation (microsoft/onnxruntime#28448)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
enlarge (float[1, 1, 1, 3] x) => (float[1, 1, 1, 6] y)
<float scale = {1.0}, int8 zero = {0}, int64[4] sizes = {1, 1, 1, 6}>
{
    stored = QuantizeLinear(x, scale, zero)
    plain = DequantizeLinear(stored, scale, zero)
    large = Resize <mode = "linear", coordinate_transformation_mode = "half_pixel"> (plain, , , sizes)
    stored_large = QuantizeLinear(large, scale, zero)
    y = DequantizeLinear(stored_large, scale, zero)
}""")
x = numpy.array([[[[2, 6, 4]]]], dtype=numpy.float32)
results = []
for level in (onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    results.append(onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0].flatten().tolist())
print("plain", results[0], "optimised", results[1])
assert results[1] == results[0]
