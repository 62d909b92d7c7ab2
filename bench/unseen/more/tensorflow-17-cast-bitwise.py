import tensorflow as tf

x = tf.constant([1.7, -1.7, 2.5])
print(tf.cast(x, tf.int32), tf.round(x), tf.math.floor(x), tf.math.ceil(x))
a = tf.constant([5, 6, 7], dtype=tf.uint8)
b = tf.constant([3, 1, 4], dtype=tf.uint8)
print(tf.bitwise.bitwise_and(a, b), tf.bitwise.bitwise_xor(a, b), tf.bitwise.left_shift(a, b))
print(tf.math.floordiv(-7, 2), tf.math.floormod(-7, 2), tf.truncatediv(-7, 2))
print(a + b, a - b)
