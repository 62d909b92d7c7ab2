import tensorflow as tf

v = tf.Variable([1.0, 2.0, 3.0], name="v")
v.assign_add([1.0, 1.0, 1.0])
v.assign_sub([0.5, 0.5, 0.5])
v[1].assign(9.0)
print(v.numpy(), v.shape, v.dtype.name)
assert v.numpy().tolist() == [1.5, 9.0, 3.5]
w = tf.Variable(tf.zeros([2, 2]), trainable=False)
w.scatter_nd_update([[0, 1], [1, 0]], [5.0, 6.0])
print(w)
print(tf.convert_to_tensor(w))
