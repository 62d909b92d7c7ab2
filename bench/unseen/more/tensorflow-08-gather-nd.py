import tensorflow as tf

params = tf.reshape(tf.range(24), (2, 3, 4))
print(tf.gather(params, [2, 0], axis=1))
print(tf.gather_nd(params, [[0, 1], [1, 2]]))
print(tf.gather(params, [[0], [1]], axis=2, batch_dims=1).shape)
updated = tf.tensor_scatter_nd_update(tf.zeros((4,), tf.int32), [[1], [3]], [9, 10])
print(updated)
print(tf.scatter_nd([[0], [0], [2]], [1.0, 2.0, 3.0], [3]))
