import tensorflow as tf

tf.random.set_seed(0)
query = tf.random.normal((2, 3, 4))
value = tf.random.normal((2, 5, 4))
scores = tf.matmul(query, value, transpose_b=True) / tf.math.sqrt(4.0)
weights = tf.nn.softmax(scores, axis=-1)
context = tf.matmul(weights, value)
print(context.shape, tf.reduce_sum(weights, axis=-1))
layer = tf.keras.layers.LayerNormalization(epsilon=1e-6)
out = layer(query + context)
print(tf.reduce_mean(out, axis=-1))
