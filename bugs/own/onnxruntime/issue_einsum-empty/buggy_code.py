import resource

import numpy as np
import onnx
import onnx.parser
import onnxruntime

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

MODEL = """
<ir_version: 8, opset_import: ["" : 12]>
g (float[0,3] x, float[3,2] y) => (float[0,2] z) {
  z = Einsum <equation = "ij,jk->ik"> (x, y)
}
"""

options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(
    onnx.parser.parse_model(MODEL).SerializeToString(), options, providers=["CPUExecutionProvider"])
print(session.run(None, {"x": np.zeros((0, 3), np.float32), "y": np.zeros((3, 2), np.float32)}))
