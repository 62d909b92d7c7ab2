import tensorflow as tf

data = tf.constant([[1, 2], [3, 4], [5, 6], [7, 8]], dtype=tf.int32)
ids = tf.constant([0, 0, 1, 1])
s = tf.math.segment_sum(data, ids)
g = tf.gather(data, [3, 0], axis=0)
print(s.numpy(), g.numpy())
assert s.numpy().tolist() == [[4, 6], [12, 14]]
nd = tf.gather_nd(data, [[0, 1], [2, 0]])
print(nd)
