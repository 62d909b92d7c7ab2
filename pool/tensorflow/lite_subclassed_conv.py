"""A subclassed Keras model with one convolution can be converted (tensorflow/tensorflow#69237)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(2, 3, strides=2, activation="relu", kernel_initializer="ones")

    def call(self, x):
        return self.conv(x)


model = Net()
x = tf.reshape(tf.range(784, dtype=tf.float32), (1, 28, 28, 1)) / 784.0
plain = model(x).numpy()
content = tf.lite.TFLiteConverter.from_keras_model(model).convert()
interpreter = tf.lite.Interpreter(model_content=content)
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print(plain.shape, converted.shape, "largest difference", abs(plain - converted).max())
assert plain.shape == converted.shape and abs(plain - converted).max() <= 1e-4
