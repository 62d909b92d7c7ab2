"""A convolution whose weight is cast before can be quantised dynamically or is left alone (microsoft/onnxruntime#13358)."""
import os
import tempfile

import numpy
import onnx
import onnxruntime
from onnxruntime.quantization import QuantType, quantize_dynamic

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
cast (float[1, 1, 3, 3] x) => (float[1, 1, 3, 3] y)
<double[1, 1, 1, 1] w = {0.5}>
{
    weight = Cast <to = 1> (w)
    y = Conv <kernel_shape = [1, 1]> (x, weight)
}""")
x = numpy.linspace(-1, 1, 9, dtype=numpy.float32).reshape(1, 1, 3, 3)
with tempfile.TemporaryDirectory() as folder:
    plain, small = os.path.join(folder, "plain.onnx"), os.path.join(folder, "int8.onnx")
    onnx.save(model, plain)
    quantize_dynamic(plain, small, weight_type=QuantType.QUInt8)
    results = [onnxruntime.InferenceSession(path).run(None, {"x": x})[0] for path in (plain, small)]
print("largest difference", abs(results[0] - results[1]).max())
assert abs(results[0] - results[1]).max() <= 0.05  # eight bits
