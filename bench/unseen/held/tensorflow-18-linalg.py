import tensorflow as tf

A = tf.constant([[4.0, 1.0], [1.0, 3.0]])
b = tf.constant([[1.0], [2.0]])
x = tf.linalg.solve(A, b)
print(x)
e, v = tf.linalg.eigh(A)
print(e)
print(tf.linalg.inv(A) @ A)
print(tf.linalg.det(A), tf.linalg.trace(A))
print(tf.linalg.norm(A, ord="euclidean"))
s = tf.linalg.svd(A, compute_uv=False)
print(s)
