"""Columns of a constant are the same after conversion (tensorflow/tensorflow#23599)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

table = tf.reshape(tf.range(16.0), (4, 4))


@tf.function(input_signature=[tf.TensorSpec([4, 2])])
def shifted(x):
    return x + table[:, 1:3]


converter = tf.lite.TFLiteConverter.from_concrete_functions([shifted.get_concrete_function()], shifted)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.zeros((4, 2))
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", shifted(x).numpy().tolist(), "converted", converted.tolist())
assert converted.tolist() == shifted(x).numpy().tolist()
