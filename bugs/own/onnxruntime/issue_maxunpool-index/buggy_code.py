import resource

import numpy as np
import onnx
import onnx.parser
import onnxruntime

resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file is left behind

MODEL = """
<ir_version: 8, opset_import: ["" : 11]>
g (float[1,1,2,2] x, int64[1,1,2,2] i) => (float[1,1,4,4] y) {
  y = MaxUnpool <kernel_shape = [2, 2], strides = [2, 2]> (x, i)
}
"""

options = onnxruntime.SessionOptions()
options.log_severity_level = 4
session = onnxruntime.InferenceSession(
    onnx.parser.parse_model(MODEL).SerializeToString(), options, providers=["CPUExecutionProvider"])
print(session.run(None, {"x": np.ones((1, 1, 2, 2), np.float32), "i": np.full((1, 1, 2, 2), 10**8, np.int64)}))
