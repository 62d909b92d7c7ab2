"""LiteRT converter, int16 activations: soft_shrink becomes a model that the interpreter refuses.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import numpy as np
import tensorflow as tf


def convert(function, spec, data):
    concrete = tf.function(function).get_concrete_function(spec)
    converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete])
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([x] for x in data)
    converter.target_spec.supported_ops = [
        tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8, tf.lite.OpsSet.TFLITE_BUILTINS]
    return converter.convert()


def run(model, x):
    interpreter = tf.lite.Interpreter(model_content=model)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def seen():
    """What it gives, or the error that it ends with."""
    try:
        data = [np.random.default_rng(0).standard_normal((1, 8)).astype(np.float32)]
        run(convert(lambda x: tf.keras.activations.soft_shrink(x), tf.TensorSpec((1, 8)), data), data[0])
        return "fine"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "input1->type" in value or "FLOAT32 != INT16" in value


def right_f():
    value = seen()
    print(value)
    assert value == "fine"
