import tensorflow as tf

v = tf.Variable([1.0, 2.0, 3.0])
v.assign_add([0.5, 0.5, 0.5])
v[1].assign(10.0)
v.assign_sub(tf.ones(3))
print(v.numpy(), v.shape, v.dtype)
w = tf.Variable(2, dtype=tf.int32)
for i in range(3):
    w.assign(w * 2)
print(int(w))
