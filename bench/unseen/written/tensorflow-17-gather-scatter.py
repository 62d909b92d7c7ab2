import tensorflow as tf

params = tf.reshape(tf.range(24), [2, 3, 4])
print(tf.gather(params, [0, 2], axis=1).shape)
print(tf.gather_nd(params, [[0, 1], [1, 2]]))
print(tf.gather(params, [[0, 1], [2, 2]], batch_dims=1, axis=1).shape)
s = tf.scatter_nd(tf.constant([[1], [3]]), tf.constant([9, 10]), tf.constant([5]))
assert s.numpy().tolist() == [0, 9, 0, 10, 0]
t = tf.tensor_scatter_nd_add(tf.ones([4], tf.int32), [[0], [0], [2]], [1, 2, 3])
print(t)
top = tf.math.top_k([1.0, 4.0, 2.0], k=2)
print(top.values, top.indices)
vals, idx, cnt = tf.unique_with_counts([1, 1, 2, 4, 4, 4])
print(vals, idx, cnt)
