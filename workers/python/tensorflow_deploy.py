"""Ways of TensorFlow through files: a traced program written, read again and run in place of the trace.

  path=savedmodel  tf.saved_model.save, tf.saved_model.load
  path=litert...   SavedModel -> LiteRT flatbuffer: tensorflow_litert.py
  path=tf2onnx     SavedModel -> ONNX by tf2onnx, run by ONNX Runtime (environment deploy)

Each builder takes a trace and its program and returns a function with the calling convention of the trace's concrete function:
tensors in the order of its inputs to {"y0000": tensor, ...}.
"""
import re

import tensorflow as tf

import tensorflow_litert
from assay_worker import Rejected, Unsupported
from deploy_common import converted, needed, place, scratch
from tensorflow_files import arrays, named, save, tensors

GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|is not registered|Tensorflow op \[|UnimplementedError")


def savedmodel(trace, program):
    with scratch() as folder:
        loaded = converted("tf.saved_model.load", GAPS, tf.saved_model.load, save(trace, folder))
        function = loaded.signatures["serving_default"]

    def run(*flat):
        # `loaded` must live as long as its function.
        return function(**named(flat)) if loaded is not None else None
    return run


def untranslated(load):
    """load(); tf2onnx leaves operators that it cannot translate in the model, under TensorFlow's names, and says so in its log."""
    try:
        return load()
    except Rejected as error:
        if "No Op registered for" in str(error):
            raise Unsupported("tf2onnx: no translation of " + str(error).split("No Op registered for ")[1].split()[0]) from error
        raise


def tf2onnx(trace, program):
    convert, OrtSession = needed("tf2onnx.convert"), needed("ort_session").OrtSession  # of the environment deploy
    signature = [tf.TensorSpec(shape, dtype, f"x{i:04}") for i, (shape, dtype) in enumerate(trace.input_types)]
    with scratch() as folder:
        path = place(folder, "model.onnx")
        converted("tf2onnx", GAPS, convert.from_function, trace.function, input_signature=signature, opset=18,
                  output_path=path)
        session = untranslated(lambda: OrtSession(path))

    def run(*flat):
        feeds = {name: array for name, array in arrays(flat).items() if name in session.inputs}
        return tensors(dict(zip(session.outputs, session.run(feeds))))
    return run


PATHS = {"path=savedmodel": savedmodel, "path=tf2onnx": tf2onnx, **tensorflow_litert.PATHS}
