"""Reproductions of deployment paths (docs/reference/campaigns.md): which template says a way, and what it needs besides."""

STATIC = ("quantize_static(path, quantised, Once(), quant_format=QuantFormat.{}, activation_type=QuantType.QUInt8,\n"
          "                weight_type=QuantType.QInt8, calibrate_method=CalibrationMethod.MinMax)")
# (framework, mode) -> template, its values, packages besides the framework's own.
WAYS = {
    ("onnxruntime", "path=saved"): ("onnxruntime_saved", {"format": "ONNX", "suffix": ".onnx"}, []),
    ("onnxruntime", "path=ort"): ("onnxruntime_saved", {"format": "ORT", "suffix": ".ort"}, []),
    ("onnxruntime", "path=quant-dynamic"): ("onnxruntime_quantised", {"quantise": "quantize_dynamic(path, quantised)"}, []),
    ("onnxruntime", "path=quant-static"): ("onnxruntime_quantised", {"quantise": STATIC.format("QDQ")}, []),
    ("onnxruntime", "path=quant-operators"): ("onnxruntime_quantised", {"quantise": STATIC.format("QOperator")}, []),
    ("openvino", "path=ir"): ("openvino_saved", {"ir": True}, []),
    ("openvino", "path=blob"): ("openvino_saved", {"ir": False}, []),
    ("torch", "path=onnx2torch"): ("torch_onnx2torch", {"plain": None}, ["onnx2torch"]),
}
# Modes of the stages export and construct that no template can say yet; without them their text would be of another mode.
SILENT = ("path=", "layers", "keras")


def way_of(framework, mode):
    """(template, values, packages) of a way; None for any other mode. An error where no template says it."""
    if (framework, mode) in WAYS:
        return WAYS[framework, mode]
    if mode.startswith(SILENT):
        raise LookupError(f"there is no template for {framework}:{mode}")
    return None
