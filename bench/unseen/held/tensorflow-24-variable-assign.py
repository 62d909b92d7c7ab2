import tensorflow as tf

v = tf.Variable(tf.zeros([2, 2]))
v.assign_add(tf.ones([2, 2]))
v[0, 1].assign(5.0)
print(v.numpy())
try:
    v.assign(tf.ones([3]))
except ValueError as e:
    print("ValueError: shape")
w = tf.Variable([1, 2, 3], dtype=tf.int32)
try:
    w.assign_add([0.5, 0.5, 0.5])
except (TypeError, ValueError) as e:
    print("refused")
print(w.numpy())
