"""A scale that widens the normalised tensor is not part of the normalisation (microsoft/onnxruntime#31980)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
normalise (float[1, 1] x) => (float[1, 2] y)
<float[1] two = {2.0}, float[1] epsilon = {0.00001}, float[2] scale = {3.0, 5.0}>
{
    mean = ReduceMean <axes = [-1], keepdims = 1> (x)
    centred = Sub(x, mean)
    square = Pow(centred, two)
    variance = ReduceMean <axes = [-1], keepdims = 1> (square)
    shifted = Add(variance, epsilon)
    deviation = Sqrt(shifted)
    normal = Div(centred, deviation)
    y = Mul(scale, normal)
}""")
x = numpy.array([[4.0]], dtype=numpy.float32)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print(result.tolist())
assert result.tolist() == [[0.0, 0.0]]
