import tensorflow as tf

a = tf.constant([[4.0, 2.0], [2.0, 3.0]])
l = tf.linalg.cholesky(a)
rec = tf.matmul(l, l, transpose_b=True)
print(rec)
inv = tf.linalg.inv(a)
eye = tf.einsum("ij,jk->ik", a, inv)
tf.debugging.assert_near(eye, tf.eye(2), atol=1e-5)
d = tf.linalg.det(a)
assert abs(d.numpy() - 8.0) < 1e-4
