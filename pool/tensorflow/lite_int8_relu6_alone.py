"""A model that is nothing but ReLU6 converts, quantised as well (tensorflow/tensorflow#39040)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((4,), batch_size=1), tf.keras.layers.ReLU(max_value=6.0)])
x = tf.constant([[-1.0, 0.5, 5.0, 8.0]])
results = []
for quantise in (False, True):
    converter = tf.lite.TFLiteConverter.from_keras_model(model)
    if quantise:
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: iter([[x]])
    interpreter = tf.lite.Interpreter(model_content=converter.convert())
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
    interpreter.invoke()
    results.append(interpreter.get_tensor(interpreter.get_output_details()[0]["index"]))
print([result.tolist() for result in results])
for result in results:
    assert abs(result - model(x).numpy()).max() <= 0.05  # eight bits
