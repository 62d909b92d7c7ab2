"""A value inside a pattern that is fused stays an output where it was declared one (microsoft/onnxruntime#4110)."""
import numpy
import onnx
import onnxruntime

model = onnx.parser.parse_model("""
<ir_version: 8, opset_import: ["" : 13]>
gelu (float[4] x) => (float[4] y, float[4] error)
<float[1] root = {1.4142135}, float[1] one = {1.0}, float[1] half = {0.5}>
{
    scaled = Div(x, root)
    error = Erf(scaled)
    shifted = Add(error, one)
    product = Mul(x, shifted)
    y = Mul(product, half)
}""")
x = numpy.array([-2, -0.5, 0, 1.5], dtype=numpy.float32)
results = []
for level in (onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL, onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = level
    results.append(onnxruntime.InferenceSession(model.SerializeToString(), options).run(["y", "error"], {"x": x}))
print([value.tolist() for value in results[1]])
for plain, optimised in zip(*results):
    assert numpy.allclose(plain, optimised, rtol=1e-5, atol=1e-6)
