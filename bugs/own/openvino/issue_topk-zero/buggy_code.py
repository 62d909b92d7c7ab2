import resource

import numpy as np
import onnx
import onnx.parser

try:
    from openvino import Core
except ImportError:  # before 2023.1
    from openvino.runtime import Core

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (float[3] x, int64[1] k) => (float[n] values, int64[n] indices) { values, indices = TopK (x, k) }
"""

core = Core()
model = core.read_model(onnx.parser.parse_model(MODEL).SerializeToString())
compiled = core.compile_model(model, "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
result = compiled([np.array([1, 2, 3], np.float32), np.array([0], np.int64)])
print([result[output] for output in compiled.outputs])
