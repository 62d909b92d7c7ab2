"""A column and a row, added after a matrix product, are no Gemm (microsoft/onnxruntime#3764)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
sums (float[3, 3] a, float[3, 1] b, float[1, 4] c) => (float[3, 4] y)
<float[1] two = {2.0}>
{
    product = MatMul(a, b)
    row = Mul(two, c)
    y = Add(product, row)
}""")
a, b, c = numpy.eye(3, dtype=numpy.float32), numpy.ones((3, 1), numpy.float32), numpy.arange(4, dtype=numpy.float32).reshape(1, 4)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"a": a, "b": b, "c": c})[0]
print(result.tolist())
assert numpy.array_equal(result, a @ b + 2 * c)
