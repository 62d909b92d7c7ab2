import tensorflow as tf

tf.random.set_seed(1)
inputs = tf.keras.Input(shape=(8, 8, 3))
x = tf.keras.layers.Conv2D(4, 3, padding="same", use_bias=False)(inputs)
x = tf.keras.layers.BatchNormalization()(x)
x = tf.keras.layers.Activation("relu")(x)
x = tf.keras.layers.MaxPooling2D(2)(x)
x = tf.keras.layers.GlobalAveragePooling2D()(x)
outputs = tf.keras.layers.Dense(2, activation="softmax")(x)
model = tf.keras.Model(inputs, outputs)
images = tf.random.normal((2, 8, 8, 3))
probs = model(images, training=False)
print(probs.shape)
print(tf.reduce_sum(probs, axis=1))
assert model.count_params() > 0
