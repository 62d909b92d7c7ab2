"""ONNX Runtime's quantisation tools as ways: a float model quantised to 8 bits, written, loaded and run. Environment deploy.

Modes
  path=quant-dynamic     quantize_dynamic
  path=quant-static      quantize_static, QDQ form
  path=quant-operators   quantize_static, quantised operators

Static quantisation is calibrated (minimum and maximum) on the very inputs of the case, so that nothing of a right result is
clipped away; assay judges by what 8 bits for every tensor may cost at worst. The result runs without optimisation of the graph.
"""
import logging
import re

import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import (CalibrationDataReader, CalibrationMethod, QuantFormat, QuantType, quantize_dynamic,
                                      quantize_static)

from assay_worker import Identity, Rejected, Unsupported, Worker, serve
from deploy_common import converted, place, scratch
from ort_session import OrtSession

MODES = ("path=quant-dynamic", "path=quant-static", "path=quant-operators")
GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|only supported|cannot be quantized")
# What says that something in the result is quantised.
MARKS = re.compile(r"Quantize|Integer|QLinear|^Q[A-Z]")
OTHER_FLOATS = {number for name, number in onnx.TensorProto.DataType.items()
                if name in ("DOUBLE", "FLOAT16", "BFLOAT16") or name.startswith(("FLOAT8", "FLOAT4"))}
OPSET = 13  # older forms of the operators do without what the tools write


def check_types(proto):
    """The tools are made for float32; other floats are a gap wherever they stand."""
    known = onnx.shape_inference.infer_shapes(proto).graph
    for value in (*known.input, *known.output, *known.value_info):
        if value.type.tensor_type.elem_type in OTHER_FLOATS:
            raise Unsupported("tensors of other floats than float32: the tools quantise from there")


class Once(CalibrationDataReader):
    """The inputs of the case, one time."""

    def __init__(self, inputs):
        self.left = [inputs]

    def get_next(self):
        return self.left.pop() if self.left else None


class QuantiseWorker(Worker):
    framework = "onnxruntime"

    def start(self):
        logging.disable(logging.WARNING)
        onnxruntime.set_default_logger_severity(4)
        return Identity(onnxruntime.__version__)

    def load(self, model, mode):
        if mode not in MODES:
            raise Rejected("mode", f"there is no mode {mode}")
        proto = onnx.load_model_from_string(model)
        version = next((o.version for o in proto.opset_import if o.domain in ("", "ai.onnx")), 0)
        if version < OPSET:
            raise Unsupported(f"opset {version}: the tools are for {OPSET} and later")
        if any(a.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS) for n in proto.graph.node for a in n.attribute):
            raise Unsupported("control flow")
        if any(MARKS.search(n.op_type) for n in proto.graph.node):
            raise Unsupported("the model is quantised already")
        if any(t.data_type in OTHER_FLOATS for t in proto.graph.initializer):
            raise Unsupported("weights that are not float32: the tools quantise from there")
        return proto, mode

    def compile(self, loaded, inputs):
        proto, mode = loaded
        if not all(isinstance(v, np.ndarray) for v in inputs.values()):
            raise Unsupported("inputs that are not tensors")
        if not inputs:
            raise Unsupported("no input to calibrate on")
        check_types(proto)
        with scratch() as folder:
            source, target = place(folder, "float.onnx"), place(folder, "quantised.onnx")
            onnx.save(proto, source)
            if mode == "path=quant-dynamic":
                converted("quantize_dynamic", GAPS, quantize_dynamic, source, target)
            else:
                form = QuantFormat.QDQ if mode == "path=quant-static" else QuantFormat.QOperator
                converted("quantize_static", GAPS, quantize_static, source, target, Once(dict(inputs)), quant_format=form,
                          activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
                          calibrate_method=CalibrationMethod.MinMax)
            if not any(MARKS.search(n.op_type) for n in onnx.load(target).graph.node):
                raise Unsupported("the tool finds nothing to quantise")
            return OrtSession(target)

    def run(self, session, inputs, wanted):
        results = dict(zip(session.outputs, session.run(dict(inputs))))
        return {name: results[name] for name in wanted}


if __name__ == "__main__":
    serve(QuantiseWorker())
