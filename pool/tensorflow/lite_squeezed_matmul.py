"""A vector widened, multiplied and squeezed converts (tensorflow/tensorflow#65769)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Product(tf.keras.layers.Layer):
    def call(self, a, b):
        return tf.squeeze(tf.linalg.matmul(tf.expand_dims(a, [1]), b), [1])


a, b = tf.keras.Input((5,), batch_size=1), tf.keras.Input((5, 7), batch_size=1)
model = tf.keras.Model([a, b], Product()(a, b))
interpreter = tf.lite.Interpreter(model_content=tf.lite.TFLiteConverter.from_keras_model(model).convert())
interpreter.allocate_tensors()
values = [tf.reshape(tf.range(5.0), (1, 5)), tf.reshape(tf.range(35.0), (1, 5, 7))]
for detail in interpreter.get_input_details():
    interpreter.set_tensor(detail["index"], values[len(detail["shape"]) - 2].numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
plain = model(values).numpy()
print("plain", plain.tolist(), "converted", converted.tolist())
assert abs(plain - converted).max() <= 1e-3
