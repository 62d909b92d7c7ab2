"""A function mapped over the rows converts (tensorflow/tensorflow#40221)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([3, 2])])
def rows(x):
    return tf.map_fn(lambda row: row * 2.0 + tf.reduce_sum(row), x)


converter = tf.lite.TFLiteConverter.from_concrete_functions([rows.get_concrete_function()], rows)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", rows(x).numpy().tolist(), "converted", converted.tolist())
assert converted.tolist() == rows(x).numpy().tolist()
