"""A broadcast addition before a matrix product is the same after conversion (tensorflow/tensorflow#61150)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


class Scoring(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.weight, self.offset = tf.Variable([[0.0], [1.0]]), tf.Variable([[1.0], [1.0]])

    @tf.function(input_signature=[tf.TensorSpec([2, 2])])
    def call(self, x):
        return tf.matmul(x + tf.constant([1.0]), self.weight) + self.offset


model, x = Scoring(), tf.zeros((2, 2))
plain = model(x).numpy()
interpreter = tf.lite.Interpreter(model_content=tf.lite.TFLiteConverter.from_keras_model(model).convert())
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", plain.tolist(), "converted", converted.tolist())
assert converted.tolist() == plain.tolist()
