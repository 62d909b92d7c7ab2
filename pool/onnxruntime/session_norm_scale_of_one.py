"""A scale of one element for all positions is the same when the normalisation is fused (microsoft/onnxruntime#25855)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
normalise (float[2, 4] x) => (float[2, 4] y)
<float[1] two = {2.0}, float[1] epsilon = {0.00001}, float[1] scale = {3.0}, float[1] offset = {1.0}>
{
    mean = ReduceMean <axes = [-1], keepdims = 1> (x)
    centred = Sub(x, mean)
    square = Pow(centred, two)
    variance = ReduceMean <axes = [-1], keepdims = 1> (square)
    shifted = Add(variance, epsilon)
    deviation = Sqrt(shifted)
    normal = Div(centred, deviation)
    scaled = Mul(normal, scale)
    y = Add(scaled, offset)
}""")
x = numpy.arange(8, dtype=numpy.float32).reshape(2, 4) ** 2
centred = x - x.mean(-1, keepdims=True)
expected = centred / numpy.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * 3 + 1
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print("largest difference", abs(result - expected).max())
assert numpy.allclose(result, expected, rtol=1e-4, atol=1e-4)
