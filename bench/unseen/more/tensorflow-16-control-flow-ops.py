import tensorflow as tf

x = tf.constant(5.0)
y = tf.cond(x > 3, lambda: x * 2, lambda: x - 1)
print(y)
i, s = tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + i), (tf.constant(0), tf.constant(0)))
print(i, s)
z = tf.map_fn(lambda r: tf.reduce_sum(r) ** 2, tf.constant([[1.0, 2.0], [3.0, 4.0]]))
print(z)
print(tf.foldl(lambda a, b: a * b, tf.constant([1, 2, 3, 4])))
print(tf.vectorized_map(lambda r: r / tf.norm(r), tf.constant([[3.0, 4.0], [6.0, 8.0]])))
