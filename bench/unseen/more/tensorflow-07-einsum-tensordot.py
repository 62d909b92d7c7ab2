import tensorflow as tf

a = tf.reshape(tf.range(12, dtype=tf.float32), (2, 2, 3))
b = tf.reshape(tf.range(18, dtype=tf.float32), (2, 3, 3))
print(tf.einsum("bij,bjk->bik", a, b))
print(tf.linalg.matmul(a, b, transpose_b=True).shape)
print(tf.tensordot(a, b[0], axes=[[2], [0]]).shape)
print(tf.linalg.trace(b), tf.linalg.diag_part(b))
print(tf.linalg.band_part(b[0], -1, 0))
