import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([
    tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)),
    tf.keras.layers.Dense(2),
])
x = np.ones((3, 4), dtype=np.float32)
y = model(x)
print(y.shape)
assert y.shape == (3, 2)
print(y.numpy())
