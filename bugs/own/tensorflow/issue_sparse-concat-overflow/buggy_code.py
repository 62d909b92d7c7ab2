import tensorflow as tf

big = tf.sparse.SparseTensor([[0, 0]], [1.], [2**62, 1])
try:
    tf.sparse.concat(0, [big, big])
except (tf.errors.InvalidArgumentError, ValueError):
    pass
