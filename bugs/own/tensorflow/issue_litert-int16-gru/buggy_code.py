import numpy as np
import tensorflow as tf

def convert(function, spec, data):
    concrete = tf.function(function).get_concrete_function(spec)
    converter = tf.lite.TFLiteConverter.from_concrete_functions([concrete])
    converter.optimizations = [tf.lite.Optimize.DEFAULT]
    converter.representative_dataset = lambda: ([x] for x in data)
    converter.target_spec.supported_ops = [
        tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8, tf.lite.OpsSet.TFLITE_BUILTINS]
    return converter.convert()


def run(model, x):
    interpreter = tf.lite.Interpreter(model_content=model)
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


layer = tf.keras.layers.GRU(8, return_sequences=True)
layer.build((1, 4, 3))
data = [np.ones((1, 4, 3), np.float32)]
try:
    convert(lambda x: layer(x), tf.TensorSpec((1, 4, 3)), data)
except (ValueError, RuntimeError, tf.errors.OpError):
    pass
