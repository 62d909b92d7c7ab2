import tensorflow as tf

a = tf.ones([2, 3])
b = tf.ones([2, 3])
try:
    tf.matmul(a, b)
except tf.errors.InvalidArgumentError as e:
    print("message:", e.message)
try:
    tf.concat([a, tf.ones([3, 2])], axis=0)
    raise AssertionError("should fail")
except tf.errors.InvalidArgumentError as err:
    print(type(err).__name__)
print(tf.matmul(a, b, transpose_b=True))
