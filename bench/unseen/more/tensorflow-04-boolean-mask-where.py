import tensorflow as tf

x = tf.constant([[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]])
print(tf.boolean_mask(x, x > 0))
print(tf.where(x > 0, x, tf.zeros_like(x)))
print(tf.where(x < 0))
print(tf.math.count_nonzero(x > 0, axis=1))
print(tf.reduce_any(x > 4), tf.reduce_all(x > -10))
print(tf.clip_by_value(x, -3.0, 3.0))
