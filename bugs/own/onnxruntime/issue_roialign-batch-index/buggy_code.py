import resource

import numpy as np
import onnx
import onnx.parser
import onnxruntime

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

MODEL = """
<ir_version: 8, opset_import: ["" : 16]>
g (float[1,1,4,4] x, float[1,4] rois, int64[1] batch) => (float[1,1,2,2] y) {
  y = RoiAlign <output_height = 2, output_width = 2> (x, rois, batch)
}
"""

options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(
    onnx.parser.parse_model(MODEL).SerializeToString(), options, providers=["CPUExecutionProvider"])
print(session.run(None, {
    "x": np.zeros((1, 1, 4, 4), np.float32),
    "rois": np.array([[0, 0, 3, 3]], np.float32),
    "batch": np.array([10**9], np.int64),
}))
