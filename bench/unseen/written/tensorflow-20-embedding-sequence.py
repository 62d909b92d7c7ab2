import tensorflow as tf

tf.keras.utils.set_random_seed(0)
seqs = tf.keras.utils.pad_sequences([[1, 2], [3, 4, 5], [6]], maxlen=4, padding="post")
print(seqs)
emb = tf.keras.layers.Embedding(10, 4, mask_zero=True)
out = emb(seqs)
mask = emb.compute_mask(seqs)
print(mask)
pooled = tf.keras.layers.GlobalMaxPooling1D()(out)
print(pooled.shape)
onehot = tf.keras.utils.to_categorical([0, 2, 1], num_classes=3)
ce = tf.keras.losses.CategoricalCrossentropy()(onehot, tf.fill([3, 3], 1 / 3))
print(float(ce))
