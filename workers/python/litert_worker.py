"""Worker for LiteRT (TensorFlow Lite): the model becomes a tf.function through the TensorFlow importer, the
TensorFlow Lite converter turns that into a flatbuffer, and LiteRT's interpreter runs it on one thread.

The conversion (stage compile) has no optimisations, so no quantisation, and only LiteRT's built-in operators: a model
that would need TensorFlow kernels (select ops) or custom operators is reported as a gap, with their names. The
interpreter has its default delegate, XNNPACK, which is what users run; it takes over the float operators that it
knows and leaves the rest to the built-in kernels.

The version reported is LiteRT's. A flatbuffer is specialised to the shapes of its case, as the traced programs of
tensorflow_worker are.
"""
import importlib.metadata
import platform
import re

from tensorflow_worker import Loaded, TensorFlowWorker, Trace, blamed, flatten, to_framework

import numpy as np
import tensorflow as tf
from ai_edge_litert.interpreter import Interpreter

from assay_worker import Identity, Optional, Unsupported, serve
from onnx_program import Program

# LiteRT 2.3.0: a signature's runner resizes its inputs first, and the wheel for aarch64 dies (SIGSEGV) of a shape without axes.
DIES_OF_SCALARS = platform.machine() == "aarch64"
# Element types of a flatbuffer that the interpreter takes and gives as numpy arrays.
TYPES = (tf.float32, tf.float16, tf.float64, tf.int8, tf.uint8, tf.int16, tf.uint16, tf.int32, tf.uint32, tf.int64,
         tf.uint64, tf.bool)


def check_types(specs, what):
    for spec in specs:
        if spec.dtype not in TYPES:
            raise Unsupported(f"{what} of type {spec.dtype.name}")


def conversion_gap(error):
    """What the converter says is missing, or None where it fails otherwise."""
    text = str(error)
    if "TF Select ops:" not in text and "Custom ops:" not in text:
        return None
    found = sorted(set(re.findall(r"^\ttf\.(\w+\([^)]*\))", text, re.MULTILINE)))
    return "not built into LiteRT: " + "; ".join(found)


class Converted:
    """A flatbuffer, its interpreter and the trace that it came from."""

    def __init__(self, loaded, inputs):
        self.trace = Trace(loaded, inputs, jit=False)
        check_types(self.trace.concrete.inputs, "an input")
        check_types(self.trace.concrete.outputs, "an output")
        module = tf.Module()
        module.function = self.trace.function
        converter = tf.lite.TFLiteConverter.from_concrete_functions([self.trace.concrete], module)
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS]
        try:
            model = converter.convert()
        except Exception as error:
            member = blamed(error) if loaded.program.is_pack else None
            message = conversion_gap(error)
            if message is not None:
                error = Unsupported(message)
            error.assay_member = member
            raise error from None
        self.interpreter = Interpreter(model_content=model, num_threads=1)
        self.runner = self.interpreter.get_signature_runner()
        self.places = None  # tensors of the signature's inputs and outputs, once they are needed

    def run(self, flat):
        """flat: numpy arrays in the order of the trace's inputs."""
        values = {f"x{i:04}": array for i, array in enumerate(flat)}
        try:
            return self.run_as_it_is(values) if DIES_OF_SCALARS and not all(a.ndim for a in flat) else self.runner(**values)
        except ValueError as error:
            if "Invalid tensor size" in str(error):
                raise Unsupported("an empty output: LiteRT's Python interface cannot read it") from None
            raise

    def run_as_it_is(self, values):
        """What the signature's runner does, without giving the inputs the shapes that they have already."""
        if self.places is None:
            self.places = self.runner.get_input_details(), self.runner.get_output_details()
            self.runner = None  # the interpreter refuses to run while somebody else holds its data
            self.interpreter.allocate_tensors()
        for name, detail in self.places[0].items():
            self.interpreter.set_tensor(detail["index"], values[name])
        self.interpreter.invoke()
        return {name: self.interpreter.get_tensor(detail["index"]) for name, detail in self.places[1].items()}


def arrays(value, flat):
    """Appends the arrays of an input to `flat`, in the order of tensorflow_worker.flatten."""
    if isinstance(value, Optional):
        if value.value is not None:
            arrays(value.value, flat)
    elif isinstance(value, list):
        for v in value:
            arrays(v, flat)
    else:
        flat.append(np.asarray(value))


class LiteRtWorker(TensorFlowWorker):
    framework = "litert"

    def start(self):
        super().start()
        return Identity(version=importlib.metadata.version("ai-edge-litert"), device="cpu")

    def load(self, model, mode):
        if mode:
            raise Unsupported(f"mode {mode}")
        return Loaded(Program(model), "")

    def _trace(self, loaded, inputs):
        loaded.trace = Converted(loaded, inputs)

    def _run(self, loaded, inputs, wanted):
        flat = []
        tensors = loaded.program.given(inputs, to_framework)
        for name in tensors:
            arrays(inputs[name], flat)
        flat_tensors = []
        for value in tensors.values():
            flatten(value, flat_tensors)
        if not loaded.trace.trace.fits(loaded, tensors, flat_tensors):
            self._trace(loaded, tensors)
        results = loaded.trace.trace.named(loaded.trace.run(flat))
        return loaded.program.completed(lambda name: results[name], wanted)


if __name__ == "__main__":
    serve(LiteRtWorker())
