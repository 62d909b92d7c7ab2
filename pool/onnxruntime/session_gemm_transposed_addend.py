"""A Gemm whose addend is transposed can be optimised (microsoft/onnxruntime#12071)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
sums (float[2, 3] a, float[3, 2] b, float[2, 2] c) => (float[2, 2] y)
{
    turned = Transpose <perm = [1, 0]> (c)
    y = Gemm(a, b, turned)
}""")
a, b = numpy.arange(6, dtype=numpy.float32).reshape(2, 3), numpy.ones((3, 2), numpy.float32)
c = numpy.array([[1, 2], [3, 4]], dtype=numpy.float32)
result = onnxruntime.InferenceSession(model.SerializeToString()).run(None, {"a": a, "b": b, "c": c})[0]
print(result.tolist())
assert numpy.array_equal(result, a @ b + c.T)
