import tensorflow as tf

m = tf.constant([[4.0, 1.0], [2.0, 3.0]], dtype=tf.float64)
print(tf.linalg.det(m), tf.linalg.inv(m), tf.linalg.trace(m))
print(tf.linalg.diag([1.0, 2.0]), tf.linalg.band_part(tf.ones([3, 3]), -1, 0))
q, r = tf.linalg.qr(m)
tf.debugging.assert_near(tf.matmul(q, r), m)
x = tf.linalg.solve(m, tf.constant([[1.0], [2.0]], dtype=tf.float64))
tf.debugging.assert_near(m @ x, tf.constant([[1.0], [2.0]], dtype=tf.float64))
e = tf.linalg.eigvalsh(tf.constant([[2.0, 1.0], [1.0, 2.0]]))
print(e, tf.norm(m), tf.linalg.matvec(m, tf.constant([1.0, 1.0], dtype=tf.float64)))
print(tf.linalg.expm(tf.zeros([2, 2])), tf.linalg.logdet(tf.eye(2) * 3.0))
