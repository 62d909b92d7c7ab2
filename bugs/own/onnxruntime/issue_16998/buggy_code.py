import resource

import numpy as np
import onnx
import onnx.parser
import onnxruntime

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

MODEL = """
<ir_version: 8, opset_import: ["" : 14]>
g (int32[2] x, int32[2] y) => (int32[2] z) { z = Div (x, y) }
"""

options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(
    onnx.parser.parse_model(MODEL).SerializeToString(), options, providers=["CPUExecutionProvider"])
print(session.run(None, {"x": np.array([1, 2], np.int32), "y": np.array([0, 1], np.int32)}))
