"""A sum and its layer normalisation over two axes run when optimised (microsoft/onnxruntime#27455)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 17]>
normalise (float[1, 2, 4] a, float[1, 2, 4] b) => (float[1, 2, 4] y)
<float[1, 1, 4] scale = {1.0, 2.0, 3.0, 4.0}>
{
    sum = Add(a, b)
    y = LayerNormalization <axis = -1> (sum, scale)
}""")
a, b = numpy.arange(8, dtype=numpy.float32).reshape(1, 2, 4), numpy.ones((1, 2, 4), numpy.float32)
results = []
for level in (onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    results.append(onnxruntime.InferenceSession(model.SerializeToString(), options).run(None, {"a": a, "b": b})[0])
    print(level, results[-1].tolist())
assert numpy.allclose(results[0], results[1], rtol=1e-4)
