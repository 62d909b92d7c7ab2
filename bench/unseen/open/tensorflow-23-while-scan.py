import tensorflow as tf

i = tf.constant(0)
s = tf.constant(0.0)
i, s = tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + tf.cast(i, tf.float32)), [i, s])
print(i, s)
print(tf.scan(lambda a, x: a + x, tf.constant([1, 2, 3, 4])))
print(tf.map_fn(lambda x: x * 2, tf.constant([1, 2, 3])))
print(tf.cond(s > 5.0, lambda: tf.constant("big"), lambda: tf.constant("small")))
