"""A reciprocal root can be quantised to int16 activations (tensorflow/tensorflow#56505)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([1, 4])])
def root(x):
    return tf.math.rsqrt(x + 1.0)


x = tf.constant([[0.0, 0.5, 1.0, 3.0]])
converter = tf.lite.TFLiteConverter.from_concrete_functions([root.get_concrete_function()], root)
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: iter([[x]])
converter.target_spec.supported_ops = [tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8]
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
quantised = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", root(x).numpy().tolist(), "quantised", quantised.tolist())
assert abs(quantised - root(x).numpy()).max() <= 0.01
