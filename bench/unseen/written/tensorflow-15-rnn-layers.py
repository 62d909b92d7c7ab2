import numpy as np
import tensorflow as tf

rng = np.random.default_rng(7)
x = tf.constant(rng.standard_normal((2, 5, 3)), dtype=tf.float32)
lstm = tf.keras.layers.LSTM(4, return_sequences=True, return_state=True)
seq, h, c = lstm(x)
print(seq.shape, h.shape, c.shape)
tf.debugging.assert_near(seq[:, -1, :], h)
bi = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(4))
print(bi(x).shape)
simple = tf.keras.layers.SimpleRNN(2, activation="relu")
assert simple(x).shape == (2, 2)
