"""A pool of an opset without integers stays a float pool between quantisation nodes (microsoft/onnxruntime#7460)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 10]>
pool (uint8[1, 1, 2, 2] x) => (uint8[1, 1, 1, 1] y)
<float scale = {0.5}, uint8 zero = {128}>
{
    plain = DequantizeLinear(x, scale, zero)
    largest = MaxPool <kernel_shape = [2, 2]> (plain)
    y = QuantizeLinear(largest, scale, zero)
}""")
x = numpy.array([[[[130, 90], [200, 7]]]], dtype=numpy.uint8)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"x": x})[0]
print(result.tolist())
assert result.flatten().tolist() == [200]
