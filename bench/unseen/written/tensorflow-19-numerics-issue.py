# System information: TF 2.x CPU
import tensorflow as tf

x = tf.constant([1e20, 1.0, -1e20], dtype=tf.float32)
print(tf.math.softplus(x))
print(tf.nn.softmax(x), tf.nn.log_softmax(x))
print(tf.math.reduce_logsumexp(x))
print(tf.math.divide_no_nan(1.0, 0.0), tf.math.floormod(-7, 3), tf.math.floordiv(-7, 3))
print(tf.math.is_nan(tf.math.log(-1.0)), tf.math.xlogy(0.0, 0.0))
assert tf.math.multiply_no_nan(float("nan"), 0.0).numpy() == 0.0
print(tf.clip_by_norm([3.0, 4.0], 1.0), tf.clip_by_value([-1, 5], 0, 3))
print(tf.math.bincount([1, 2, 2, 3], minlength=5), tf.math.cumsum([1, 2, 3], exclusive=True, reverse=True))
