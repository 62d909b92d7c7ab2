"""Convolution, pooling, flattening and a dense layer can be quantised together (tensorflow/tensorflow#39718)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((8, 8), batch_size=1), tf.keras.layers.Reshape((8, 8, 1)), tf.keras.layers.Conv2D(3, 3, activation="relu"),
                             tf.keras.layers.MaxPooling2D(2), tf.keras.layers.Flatten(), tf.keras.layers.Dense(4, activation="softmax")])
x = tf.reshape(tf.linspace(0.0, 1.0, 64), (1, 8, 8))
converter = tf.lite.TFLiteConverter.from_keras_model(model)
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: iter([[x]])
converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
quantised = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
difference = abs(quantised - model(x).numpy()).max()
print("largest difference", difference)
assert difference <= 0.05  # eight bits
