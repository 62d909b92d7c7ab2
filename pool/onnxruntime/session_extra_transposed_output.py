"""A transposed second output leaves the first as it is (microsoft/onnxruntime#18229)."""
import numpy
import onnx
import onnxruntime

BODY = """
<ir_version: 8, opset_import: ["" : 14]>
differences (float[2, 2, 2, 1] x) => (float[2, 2, 2, 2] y%s)
{
    mean = ReduceMean <axes = [2], keepdims = 0> (x)
    both = Concat <axis = 2> (mean, mean)
    y = Sub(both, x)
    %s
}"""
x = numpy.arange(8, dtype=numpy.float32).reshape(2, 2, 2, 1) ** 2
results = []
for output, node in (("", ""), (", float[2, 2, 2, 2] z", "z = Transpose <perm = [2, 1, 0, 3]> (y)")):
    model = onnx.parser.parse_model(BODY % (output, node))
    results.append(onnxruntime.InferenceSession(model.SerializeToString()).run(["y"], {"x": x})[0])
print("largest difference", abs(results[0] - results[1]).max())
assert numpy.array_equal(results[0], results[1])
