import tensorflow as tf

try:
    tf.raw_ops.CTCLoss(inputs=tf.ones([1, 1, 0]), labels_indices=[[0, 0]], labels_values=[0], sequence_length=[1])
except (tf.errors.InvalidArgumentError, ValueError):
    pass
