"""The reference evaluator of the onnx package: operator by operator in NumPy, as its authors read the standard.

It is a judge for second opinions, not a framework that people deploy: whatever it cannot do is Unsupported, not a defect.
"""
import warnings

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

from assay_worker import Identity, Optional, Unsupported, Worker, serve


class OnnxWorker(Worker):
    framework = "onnx"

    def start(self):
        warnings.simplefilter("ignore")
        np.seterr(all="ignore")
        return Identity(version=onnx.__version__)

    def load(self, model, mode):
        try:
            return ReferenceEvaluator(onnx.load_model_from_string(model))
        except Exception as error:
            raise Unsupported(f"{type(error).__name__}: {error}"[:300]) from error

    def run(self, compiled, inputs, wanted):
        if any(isinstance(value, Optional) for value in inputs.values()):
            raise Unsupported("optional values")
        try:
            results = compiled.run(list(wanted), inputs)
        except Exception as error:
            raise Unsupported(f"{type(error).__name__}: {error}"[:300]) from error
        return dict(zip(wanted, results))


if __name__ == "__main__":
    serve(OnnxWorker())
