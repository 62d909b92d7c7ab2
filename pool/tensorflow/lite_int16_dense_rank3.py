"""A dense layer with int16 activations works on inputs of rank 3 (tensorflow/tensorflow#48959)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([tf.keras.Input((6, 5), batch_size=1), tf.keras.layers.Dense(3)])
x = tf.reshape(tf.linspace(-1.0, 1.0, 30), (1, 6, 5))
converter = tf.lite.TFLiteConverter.from_keras_model(model)
converter.optimizations = [tf.lite.Optimize.DEFAULT]
converter.representative_dataset = lambda: iter([[x]])
converter.target_spec.supported_ops = [tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8]
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
quantised = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
difference = abs(quantised - model(x).numpy()).max()
print(quantised.shape, "largest difference", difference)
assert difference <= 0.05  # weights of eight bits
