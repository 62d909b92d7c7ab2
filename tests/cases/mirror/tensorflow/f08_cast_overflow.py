import tensorflow as tf

x = tf.constant([300.0, -1.0, 2.7])
y = tf.cast(x, tf.int32)
z = tf.cast(tf.constant([True, False]), tf.float32)
print(y, z)
w = tf.constant([7, -7]) // tf.constant([2, 2])
m = tf.math.floormod(tf.constant([7, -7]), 3)
print(w, m)
assert w.numpy()[1] == -4
