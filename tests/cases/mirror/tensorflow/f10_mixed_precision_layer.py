import tensorflow as tf

layer = tf.keras.layers.Dense(4, dtype="float16")
x = tf.ones([2, 3], dtype=tf.float16)
y = layer(x)
print(y.dtype)
assert y.dtype == tf.float16
