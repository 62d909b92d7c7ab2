import tensorflow as tf
from tensorflow.keras import layers

tf.random.set_seed(5)
x = tf.random.normal([1, 4, 4, 2])
model = tf.keras.Sequential()
model.add(layers.Conv2D(3, (3, 3), padding="same", activation="relu"))
model.add(layers.BatchNormalization())
model.add(layers.UpSampling2D())
model.add(layers.Conv2DTranspose(1, 3, strides=2, padding="same"))
model.add(layers.GlobalAveragePooling2D())
y = model(x, training=False)
print(y.shape)
model.summary(print_fn=lambda s: None)
dw = layers.DepthwiseConv2D(3)(x)
sep = layers.SeparableConv2D(4, 2)(x)
print(dw.shape, sep.shape)
assert len(model.layers) == 5
