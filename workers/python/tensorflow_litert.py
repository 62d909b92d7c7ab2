"""LiteRT as a way of TensorFlow: a SavedModel through LiteRT's converter, the flatbuffer run by its interpreter.

  path=litert          without optimisation
  path=litert-dynamic  post-training quantisation, dynamic range: large weights in 8 bits
  path=litert-int8     post-training quantisation of everything that can be, calibrated on the inputs of the case

assay bounds what 8 bits for every tensor of the model may cost. The converter takes operators apart and folds constants into
weights first, and what 8 bits cost such tensors has no bound; so values of quantised models are delivered only where all operators
are of a list that it leaves whole. Whatever else fails (converter, interpreter, process) is seen for all models.
"""
import re

import numpy as np
import tensorflow as tf

from assay_worker import Unsupported
from deploy_common import converted, needed, scratch
from tensorflow_files import arrays, save, tensors

GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|is not registered|TF Select ops:|Custom ops:|"
                  r"UnimplementedError")
NO_GAPS = re.compile(r"(?!)")
# A factor behind a product is folded into the product's weights: Mul, Div and BatchNormalization are in neither list.
WHOLE = {"MatMul", "Conv", "Add", "Sub", "Relu", "Sigmoid", "Tanh", "Flatten", "Reshape", "Transpose", "Identity",
         "GlobalAveragePool"}
# Activations are not kept in 8 bits here, so that operators which only pass them on do no harm.
WHOLE_DYNAMIC = WHOLE | {"Gemm", "MaxPool", "AveragePool", "Clip", "Softmax", "LeakyRelu", "Concat", "Slice", "Squeeze",
                         "Unsqueeze", "Pad", "Constant"}


def judged_int8(program):
    """Whether the converter keeps 8 bits of nothing but tensors of the model. A bias or groups make further tensors."""
    plain = all(n.op != "Conv" or len(n.inputs) == 2 and n.attrs.get("group", 1) == 1 for n in program.graph.nodes)
    return plain and all(domain == "" and name in WHOLE for domain, name in program.operators())


def judged_dynamic(program):
    return all(domain == "" and name in WHOLE_DYNAMIC for domain, name in program.operators())


def flatbuffer(trace, settle):
    """The converted model; settle(converter) sets how."""
    with scratch() as folder:
        converter = tf.lite.TFLiteConverter.from_saved_model(save(trace, folder))
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS]
        settle(converter)
        return converted("the LiteRT converter", GAPS, converter.convert)


def interpreter_of(model):
    """LiteRT's interpreter, ready to run. A kernel that it lacks for what its own converter wrote is no gap of the model's."""
    Interpreter = needed("ai_edge_litert.interpreter").Interpreter
    interpreter = converted("loading the converted model", NO_GAPS, Interpreter, model_content=model, num_threads=1)
    converted("loading the converted model", NO_GAPS, interpreter.allocate_tensors)
    return interpreter


def runner_of(interpreter):
    runner = interpreter.get_signature_runner()

    def run(*flat):
        try:
            return tensors(runner(**arrays(flat)))
        except ValueError as error:
            if "Invalid tensor size" in str(error):
                raise Unsupported("an empty output: LiteRT's Python interface cannot read it") from None
            raise
    return run


def plain(trace, program):
    return runner_of(interpreter_of(flatbuffer(trace, lambda converter: None)))


def quantised(trace, settle, judged):
    if not trace.input_types:
        raise Unsupported("no input to calibrate on")
    if any(dtype.is_floating and dtype != tf.float32 for _, dtype in trace.input_types):
        raise Unsupported("inputs of other floats than float32: the converter quantises from there")
    interpreter = interpreter_of(flatbuffer(trace, settle))
    if not any(t["dtype"] == np.int8 and t["quantization_parameters"]["scales"].size for t in interpreter.get_tensor_details()):
        raise Unsupported("the converter finds nothing to quantise")
    run = runner_of(interpreter)

    def run_and_stop(*flat):
        run(*flat)
        raise Unsupported("it runs; what 8 bits may cost there has no bound, so its values are not judged")
    return run if judged else run_and_stop


def dynamic(trace, program):
    def settle(converter):
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
    return quantised(trace, settle, judged_dynamic(program))


def int8(trace, program):
    def settle(converter):
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: iter([arrays(trace.input_tensors)])
    return quantised(trace, settle, judged_int8(program))


PATHS = {"path=litert": plain, "path=litert-dynamic": dynamic, "path=litert-int8": int8}
