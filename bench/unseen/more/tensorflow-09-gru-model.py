import tensorflow as tf

tf.random.set_seed(0)
model = tf.keras.Sequential(
    [
        tf.keras.layers.Embedding(50, 8),
        tf.keras.layers.GRU(6, return_sequences=True),
        tf.keras.layers.GlobalMaxPooling1D(),
        tf.keras.layers.Dense(1, activation="sigmoid"),
    ]
)
ids = tf.constant([[1, 2, 3, 4], [5, 6, 7, 8]])
out = model(ids)
print(out.shape)
assert float(tf.reduce_min(out)) >= 0.0 and float(tf.reduce_max(out)) <= 1.0
