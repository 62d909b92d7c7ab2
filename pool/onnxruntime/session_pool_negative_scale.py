"""A pool between quantisation nodes of negative scale is not done on the stored integers (microsoft/onnxruntime#21176)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
pool (int8[1, 1, 4] x) => (int8[1, 1, 2] y)
<float scale = {-0.5}, int8 zero = {0}>
{
    plain = DequantizeLinear(x, scale, zero)
    largest = MaxPool <kernel_shape = [2], strides = [2]> (plain)
    y = QuantizeLinear(largest, scale, zero)
}""")
x = numpy.array([[[1, 5, -3, 2]]], dtype=numpy.int8)
results = []
for level in (onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    results.append(onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"x": x})[0].tolist())
print("plain", results[0], "optimised", results[1])
assert results[0] == [[[1, -3]]]
assert results[1] == results[0]
