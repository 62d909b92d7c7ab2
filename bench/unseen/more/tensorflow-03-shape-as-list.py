import tensorflow as tf

x = tf.zeros((2, 3, 4, 5))
b, h, w, c = x.shape.as_list()
y = tf.reshape(x, [b, h * w, c])
print(y.shape, tf.rank(y), tf.size(y))
z = tf.transpose(x, perm=[0, 3, 1, 2])
print(z.shape[1], tf.shape(z)[1])
assert y.shape == (2, 12, 5)
