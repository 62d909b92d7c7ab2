import numpy as np
import tensorflow as tf

x = tf.constant(np.linspace(-1, 1, 24).reshape(2, 4, 3), dtype=tf.float32)
gru = tf.keras.layers.GRU(5, return_sequences=True)
print(gru(x).shape)
both = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(3, kernel_initializer="ones", recurrent_initializer="zeros"))
print(both(x))
embedding = tf.keras.layers.Embedding(10, 4, mask_zero=True)
tokens = tf.constant([[1, 2, 0], [3, 0, 0]])
print(embedding(tokens).shape, embedding.compute_mask(tokens))
dense = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2, kernel_initializer="ones"))
print(dense(x))
