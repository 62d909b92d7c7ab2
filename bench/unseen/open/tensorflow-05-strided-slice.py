import tensorflow as tf

t = tf.reshape(tf.range(24), [2, 3, 4])
print(t[:, ::2, -1])
print(tf.strided_slice(t, [0, 0, 0], [2, 3, 4], [1, 2, 2]))
print(tf.gather(t, [0, 2], axis=1).shape.as_list())
print(tf.slice(t, [0, 1, 0], [1, 2, 4]))
rows, cols = t.shape[1], t.shape[2]
print(rows * cols)
