"""LiteRT converter, int16 activations: a long sum saturates.

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
    """The quotient of the converted model's result and the original's."""
    data = [np.random.default_rng(i).standard_normal((1, 256)).astype(np.float32) for i in range(8)]
    model = convert(lambda x: tf.reduce_sum(tf.abs(x)), tf.TensorSpec((1, 256)), data)
    return float(run(model, data[0])) / float(np.abs(data[0]).sum())


def test_f():
    value = seen()
    print(value)
    assert value < 0.1


def right_f():
    value = seen()
    print(value)
    assert 0.9 < value < 1.1
