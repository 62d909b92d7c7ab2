import tensorflow as tf

x = tf.constant([[1, 2], [3, 4]])
print(tf.pad(x, [[1, 0], [0, 2]], constant_values=-1))
print(tf.pad(x, [[1, 1], [1, 1]], "REFLECT"))
print(tf.tile(x, [1, 2]))
print(tf.roll(x, shift=1, axis=0))
print(tf.sequence_mask([1, 3, 2], 5))
print(tf.linalg.band_part(tf.ones([3, 3]), -1, 0))
