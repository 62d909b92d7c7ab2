"""A transposed convolution converts to the same values (tensorflow/tensorflow#25462)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def lite(function, *inputs):
    """What the converted function gives for `inputs`."""
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function.get_concrete_function()], function)
    interpreter = tf.lite.Interpreter(model_content=converter.convert())
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), inputs):
        interpreter.set_tensor(detail["index"], value)
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


kernel = tf.reshape(tf.range(18, dtype=tf.float32), (3, 3, 1, 2)) / 10.0


@tf.function(input_signature=[tf.TensorSpec([1, 4, 4, 2])])
def up(x):
    return tf.nn.conv2d_transpose(x, kernel, output_shape=[1, 8, 8, 1], strides=2, padding="SAME")


x = tf.reshape(tf.range(32, dtype=tf.float32), (1, 4, 4, 2))
plain, converted = up(x).numpy(), lite(up, x.numpy())[0]
print(plain.shape, converted.shape, "largest difference", abs(plain - converted).max())
assert plain.shape == converted.shape
assert abs(plain - converted).max() <= 1e-3
