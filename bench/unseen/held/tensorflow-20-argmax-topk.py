import tensorflow as tf

x = tf.constant([[3.0, 9.0, 2.0], [8.0, 1.0, 8.0]])
print(tf.argmax(x, axis=1), tf.argmin(x, axis=0))
values, indices = tf.math.top_k(x, k=2)
print(values, indices)
print(tf.sort(x, axis=-1, direction="DESCENDING"))
print(tf.argsort(x[0]))
print(tf.math.in_top_k([1, 0], x, 1))
u, idx = tf.unique([1, 1, 2, 4, 4, 4])
print(u, idx)
