import tensorflow as tf

tf.random.set_seed(0)
layer = tf.keras.layers.MultiHeadAttention(num_heads=2, key_dim=4)
query = tf.random.normal((1, 5, 8))
value = tf.random.normal((1, 3, 8))
out, scores = layer(query, value, return_attention_scores=True)
print(out.shape, scores.shape)
ln = tf.keras.layers.LayerNormalization(epsilon=1e-6)
z = ln(query + out)
print(tf.reduce_mean(z, axis=-1))
