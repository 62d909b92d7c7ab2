import tensorflow as tf

bn = tf.keras.layers.BatchNormalization(momentum=0.9, epsilon=1e-3)
x = tf.reshape(tf.range(12, dtype=tf.float32), [3, 4])
train = bn(x, training=True)
print(train)
infer = bn(x, training=False)
print(infer)
