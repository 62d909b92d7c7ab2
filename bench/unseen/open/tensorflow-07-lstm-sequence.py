import tensorflow as tf

tf.random.set_seed(0)
inputs = tf.random.normal([3, 6, 4])
lstm = tf.keras.layers.LSTM(5, return_sequences=True, return_state=True)
whole_seq, h, c = lstm(inputs)
print(whole_seq.shape, h.shape, c.shape)
tf.debugging.assert_near(whole_seq[:, -1, :], h)
bi = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(3))
print(bi(inputs).shape)
