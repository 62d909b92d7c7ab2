import tensorflow as tf


@tf.function
def f(x):
    return tf.reduce_sum(tf.square(x)) + 1.0


a = f(tf.constant([1.0, 2.0]))
b = f(tf.constant([1.0, 2.0, 3.0]))
print(a, b)
tf.debugging.assert_equal(a, 6.0)
