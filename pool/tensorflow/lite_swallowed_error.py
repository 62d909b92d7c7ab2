"""A model that raises while it is traced may not convert to one without outputs (tensorflow/tensorflow#123995)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Broken(tf.keras.Model):
    def call(self, x):
        return tf.broadcast_to(x, [2, 3], [7])  # the third argument is a name, not a list


try:
    model = Broken()
    model.build((2, 3))
    content = tf.lite.TFLiteConverter.from_keras_model(model).convert()
except Exception as error:
    print("refused:", type(error).__name__)
else:
    interpreter = tf.lite.Interpreter(model_content=content)
    print("converted;", len(interpreter.get_output_details()), "outputs")
    assert interpreter.get_output_details(), "converted to a model without outputs"
