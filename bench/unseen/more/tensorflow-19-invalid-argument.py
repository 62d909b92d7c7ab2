import tensorflow as tf

a = tf.ones((2, 3))
b = tf.ones((4, 3))
try:
    tf.matmul(a, b)
except tf.errors.InvalidArgumentError as e:
    print("matmul failed", len(e.message) > 0)
try:
    tf.reshape(a, (4, 2))
except Exception as e:
    print("reshape failed", type(e).__name__)
print(tf.concat([a, b], axis=0).shape)
