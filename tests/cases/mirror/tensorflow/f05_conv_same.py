import tensorflow as tf

x = tf.random.normal([1, 7, 7, 2])
layer = tf.keras.layers.Conv2D(filters=4, kernel_size=3, strides=2, padding="same")
out = layer(x)
print(out.shape)
valid = tf.nn.conv2d(x, tf.ones([3, 3, 2, 4]), strides=1, padding="VALID")
print(valid.shape, tf.reduce_mean(valid))
