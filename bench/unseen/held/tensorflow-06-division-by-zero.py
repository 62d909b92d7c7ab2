import tensorflow as tf

a = tf.constant([1.0, 0.0, -1.0])
b = tf.constant([0.0, 0.0, 0.0])
print(a / b)
print(tf.math.divide_no_nan(a, b))
try:
    print(tf.constant([1, 2]) // tf.constant([0, 1]))
except tf.errors.InvalidArgumentError as e:
    print("InvalidArgumentError", e.message)
