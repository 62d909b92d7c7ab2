import tensorflow as tf

tf.random.set_seed(4)
x = tf.random.uniform((1, 9, 9, 2))
model = tf.keras.models.Sequential([
    tf.keras.layers.Conv2D(4, (3, 3), strides=2, padding="same", use_bias=False),
    tf.keras.layers.BatchNormalization(),
    tf.keras.layers.ReLU(),
    tf.keras.layers.MaxPooling2D(pool_size=2),
    tf.keras.layers.GlobalAveragePooling2D(),
])
y = model(x)
print(y.shape)
dw = tf.keras.layers.DepthwiseConv2D(3, padding="valid")
print(dw(x).shape)
print(tf.nn.avg_pool2d(x, ksize=3, strides=3, padding="VALID").shape)
