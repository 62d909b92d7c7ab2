"""A sum over an empty list of axes changes nothing, converted as well (tensorflow/tensorflow#95663)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def lite(function, *inputs):
    """What the converted function gives for `inputs`."""
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function.get_concrete_function()], function)
    interpreter = tf.lite.Interpreter(model_content=converter.convert())
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]



@tf.function(input_signature=[tf.TensorSpec([2, 3])])
def total(x):
    return tf.reduce_sum(x, axis=[]) + 1.0


x = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
plain, converted = total(x).numpy(), lite(total, x.numpy())[0]
print(plain.tolist(), converted.tolist())
assert plain.tolist() == converted.tolist()
