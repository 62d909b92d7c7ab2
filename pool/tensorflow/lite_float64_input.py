"""A model that takes float64 and computes in float32 converts (tensorflow/tensorflow#24825)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([3], tf.float64)])
def doubled(x):
    return tf.cast(x, tf.float32) * 2.0


converter = tf.lite.TFLiteConverter.from_concrete_functions([doubled.get_concrete_function()], doubled)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.constant([1.0, -2.0, 0.5], dtype=tf.float64)
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print(converted.tolist())
assert converted.tolist() == [2.0, -4.0, 1.0]
