"""A product, a sum and LeakyRelu can be fused although both parts have an alpha (microsoft/onnxruntime#2776)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
leaky (float[2, 2] x) => (float[2, 2] y)
<float[2, 2] w = {1.0, -2.0, 3.0, -4.0}, float[2] b = {0.5, -0.5}>
{
    product = MatMul(x, w)
    sum = Add(product, b)
    y = LeakyRelu <alpha: float = 0.25> (sum)
}""")
x = numpy.array([[1, 2], [-3, 4]], dtype=numpy.float32)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
expected = x @ numpy.array([[1, -2], [3, -4]], numpy.float32) + numpy.array([0.5, -0.5], numpy.float32)
expected = numpy.where(expected < 0, expected / 4, expected)
print(result.tolist(), expected.tolist())
assert numpy.allclose(result, expected)
