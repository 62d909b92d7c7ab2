"""A dilated convolution can be quantised (tensorflow/tensorflow#36692)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((8, 8, 2), batch_size=1), tf.keras.layers.Conv2D(3, 3, dilation_rate=(2, 2))])
x = tf.reshape(tf.linspace(-1.0, 1.0, 128), (1, 8, 8, 2))
converter = tf.lite.TFLiteConverter.from_keras_model(model)
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: iter([[x]])
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
quantised = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
difference = abs(quantised - model(x).numpy()).max()
print(quantised.shape, "largest difference", difference)
assert difference <= 0.05  # eight bits
