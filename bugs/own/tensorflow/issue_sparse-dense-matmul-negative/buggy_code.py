import tensorflow as tf

try:
    tf.raw_ops.SparseTensorDenseMatMul(a_indices=[[0, 0]], a_values=[1.], a_shape=[-2, 1], b=tf.ones([1, 2]))
except (tf.errors.InvalidArgumentError, ValueError):
    pass
