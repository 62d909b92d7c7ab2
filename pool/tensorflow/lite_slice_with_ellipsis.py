"""A slice with an ellipsis in the middle is the same after conversion (tensorflow/tensorflow#42481)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([2, 3, 4, 5])])
def cut(x):
    return x[1:, ..., :2, :3]


converter = tf.lite.TFLiteConverter.from_concrete_functions([cut.get_concrete_function()], cut)
interpreter = tf.lite.Interpreter(model_content=converter.convert())
interpreter.allocate_tensors()
x = tf.reshape(tf.range(120.0), (2, 3, 4, 5))
interpreter.set_tensor(interpreter.get_input_details()[0]["index"], x.numpy())
interpreter.invoke()
converted = interpreter.get_tensor(interpreter.get_output_details()[0]["index"])
print("plain", cut(x).shape, "converted", converted.shape)
assert converted.tolist() == cut(x).numpy().tolist()
