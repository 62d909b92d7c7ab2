"""A concatenation of one tensor can be quantised (microsoft/onnxruntime-inference-examples#84)."""
import os
import tempfile

import numpy
import onnx
import onnxruntime
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, quantize_static

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
one (float[1, 2, 3, 3] x) => (float[1, 2, 3, 3] y)
<float[2, 2, 1, 1] w = {1.0, 0.5, -1.0, 0.25}>
{
    alone = Concat <axis = 1> (x)
    y = Conv <kernel_shape = [1, 1]> (alone, w)
}""")
x = numpy.linspace(-1, 1, 18, dtype=numpy.float32).reshape(1, 2, 3, 3)


class Samples(CalibrationDataReader):
    rest = [{"x": x}]

    def get_next(self):
        return self.rest.pop() if self.rest else None


with tempfile.TemporaryDirectory() as folder:
    plain, small = os.path.join(folder, "plain.onnx"), os.path.join(folder, "int8.onnx")
    onnx.save(model, plain)
    quantize_static(plain, small, Samples(), quant_format=QuantFormat.QOperator)
    results = [onnxruntime.InferenceSession(path).run(None, {"x": x})[0] for path in (plain, small)]
print("largest difference", abs(results[0] - results[1]).max())
assert abs(results[0] - results[1]).max() <= 0.05  # eight bits
