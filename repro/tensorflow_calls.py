"""A model as calls of TensorFlow, recorded in an eager run; for LiteRT, too, whose models come from such a function."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

from assay_worker import Optional
from calls import Recorder
from literals import array_source
from onnx_program import Program
from proxies import Current, Recorded, imported, listen_to_tensors
from recorded import function_values, leaves, record

METHODS = ()  # tensors of TensorFlow have no methods that compute
CALLS = {"graph": "result = tf.function(f, autograph=False)(*arguments)",
         "xla": "result = tf.function(f, autograph=False, jit_compile=True)(*arguments)"}


def spell(value):
    if isinstance(value, Recorded):
        return value.name
    if isinstance(value, tf.DType):
        return f"tf.{value.name}" if hasattr(tf, value.name) else f"tf.as_dtype({value.name!r})"
    if isinstance(value, tf.TensorShape):
        return str(value.as_list())
    return None


def tensor_source(value):
    array = value.numpy() if tf.is_tensor(value) else np.asarray(value)
    return f"tf.constant({array_source(np.asarray(array))})"


def values(case):
    request = case.request
    worker, = imported("tensorflow", tf, "tf", ["tensorflow_worker"])
    listen_to_tensors(tf.Tensor, METHODS)
    recorder = Recorder(tf.is_tensor, spell, tensor_source)
    program = Program(case.data)
    inputs = {name: worker.to_framework(Optional(None) if v is None else v) for name, v in case.inputs.items()}
    constants = {name: worker.Framework.constant(a) for name, a in program.graph.constants.items()}
    parameters = [(recorder.argument(name, leaf), tensor_source(leaf)) for name, value in inputs.items()
                  for leaf in leaves(value)]

    def run():
        Current.recorder = recorder
        try:
            return program.run(worker.Framework, inputs, request["outputs"], None, constants)
        finally:
            Current.recorder = None

    results = record(recorder, run, request["outputs"])
    return function_values(case, recorder, parameters, results, CALLS)
