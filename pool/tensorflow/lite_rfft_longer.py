"""A Fourier transform longer than its input converts to one that pads (tensorflow/tensorflow#48106)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([100])])
def spectrum(x):
    return tf.abs(tf.signal.rfft(x, [512]))


converter = tf.lite.TFLiteConverter.from_concrete_functions([spectrum.get_concrete_function()], spectrum)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.cos(tf.range(100.0))
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
difference = abs(converted - spectrum(x).numpy()).max()
print(converted.shape, "largest difference", difference)
assert converted.shape == (257,)
assert difference <= 1e-3
