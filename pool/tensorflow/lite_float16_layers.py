"""Dense layers of float16 convert (tensorflow/tensorflow#38662)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((4,), batch_size=1, dtype="float16"), tf.keras.layers.Dense(3, dtype="float16")])
converter = tf.lite.TFLiteConverter.from_keras_model(model)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.constant([[0.5, -1.0, 2.0, 0.25]], dtype=tf.float16)
detail = interpreter.get_input_details()[0]
interpreter.set_tensor(detail["index"], x.numpy().astype(detail["dtype"]))
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", model(x).numpy().tolist(), "converted", converted.tolist())
assert abs(converted.astype("float32") - model(x).numpy().astype("float32")).max() <= 0.01
