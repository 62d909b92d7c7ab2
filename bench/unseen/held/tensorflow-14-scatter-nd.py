import tensorflow as tf

indices = tf.constant([[4], [3], [1], [7]])
updates = tf.constant([9, 10, 11, 12])
print(tf.scatter_nd(indices, updates, tf.constant([8])))
t = tf.zeros([5])
print(tf.tensor_scatter_nd_update(t, [[1], [3]], [1.0, 2.0]))
print(tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]))
print(tf.boolean_mask([1, 2, 3], [True, False, True]))
