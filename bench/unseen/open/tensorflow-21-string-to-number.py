import tensorflow as tf

x = tf.constant([1.7, -2.3, 0.5, 2.5])
print(tf.cast(x, tf.int32), tf.round(x), tf.math.floor(x), tf.math.ceil(x))
print(tf.clip_by_value(x, -1.0, 1.0))
print(tf.clip_by_norm(x, 1.0))
g, n = tf.clip_by_global_norm([x, 2 * x], 5.0)
print(n)
print(tf.bitcast(tf.constant([1.0]), tf.int32))
print(tf.saturate_cast(tf.constant([300.0, -5.0]), tf.uint8))
