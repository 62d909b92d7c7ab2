import tensorflow as tf

grads = [tf.constant([3.0, 4.0]), tf.constant([[12.0]])]
clipped, norm = tf.clip_by_global_norm(grads, 6.5)
print(norm, clipped)
assert abs(float(norm) - 13.0) < 1e-5
