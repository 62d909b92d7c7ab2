"""Means that drop their axis make no layer normalisation (microsoft/onnxruntime#30513)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
normalise (float[2, 2] x) => (float[2, 2] y)
<float[1] two = {2.0}, float[1] epsilon = {0.5}, float[2] scale = {3.0, 5.0}>
{
    mean = ReduceMean <axes = [-1], keepdims = 0> (x)
    centred = Sub(x, mean)
    square = Pow(centred, two)
    variance = ReduceMean <axes = [-1], keepdims = 0> (square)
    shifted = Add(variance, epsilon)
    deviation = Sqrt(shifted)
    normal = Div(centred, deviation)
    y = Mul(normal, scale)
}""")
x = numpy.array([[1, 5], [2, 8]], dtype=numpy.float32)
centred = x - x.mean(-1)
expected = centred / numpy.sqrt((centred**2).mean(-1) + 0.5) * numpy.array([3, 5], numpy.float32)
print("expected", expected.tolist())
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print("optimised", result.tolist())
assert numpy.allclose(result, expected, rtol=1e-4)
