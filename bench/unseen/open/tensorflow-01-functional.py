import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

tf.random.set_seed(0)
inputs = keras.Input(shape=(8,))
x = layers.Dense(16, activation="relu")(inputs)
x = layers.Dropout(0.2)(x)
outputs = layers.Dense(3, activation="softmax")(x)
model = keras.Model(inputs=inputs, outputs=outputs)
data = tf.random.normal((4, 8))
y = model(data, training=False)
print(y.shape)
print(tf.reduce_sum(y, axis=1))
