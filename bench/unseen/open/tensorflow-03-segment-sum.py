import tensorflow as tf

data = tf.constant([[1, 2, 3, 4], [4, 3, 2, 1], [5, 6, 7, 8]])
print(tf.math.segment_sum(data, tf.constant([0, 0, 1])).numpy())
print(tf.math.unsorted_segment_sum(data, tf.constant([0, 1, 0]), num_segments=2).numpy())
print(tf.math.segment_max(data, tf.constant([0, 0, 1])).numpy())
