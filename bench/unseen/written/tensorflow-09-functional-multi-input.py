import tensorflow as tf
from tensorflow.keras import layers, Model, Input

tf.keras.utils.set_random_seed(1)
a = Input(shape=(6,))
b = Input(shape=(3,))
xa = layers.Dense(4, activation="relu")(a)
xb = layers.Dense(4, activation="tanh")(b)
merged = layers.Concatenate()([xa, xb])
added = layers.Add()([xa, xb])
out = layers.Dense(2)(layers.concatenate([merged, added]))
model = Model(inputs=[a, b], outputs=out)
y = model([tf.ones((5, 6)), tf.ones((5, 3))])
print(y.shape, len(model.trainable_weights), model.count_params())
assert y.shape == (5, 2)
