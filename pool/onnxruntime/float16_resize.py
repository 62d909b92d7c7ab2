"""A model with Resize is valid after its conversion to float16 (microsoft/onnxruntime#14827)."""
import numpy
import onnx
import onnxruntime
from onnxruntime.transformers.float16 import convert_float_to_float16

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
enlarge (float[1, 1, 2, 2] x) => (float[1, 1, 4, 4] y)
<float[4] scales = {1.0, 1.0, 2.0, 2.0}>
{
    half = Sigmoid(x)
    y = Resize <mode = "nearest"> (half, , scales)
}""")
converted = convert_float_to_float16(model, keep_io_types=True)
x = numpy.array([[[[0, 1], [-1, 2]]]], dtype=numpy.float32)
results = [onnxruntime.InferenceSession(m.SerializeToString()).run(None, {"x": x})[0] for m in (model, converted)]
print("largest difference", abs(results[0] - results[1]).max())
assert results[1].dtype == numpy.float32
assert abs(results[0] - results[1]).max() <= 1e-3
