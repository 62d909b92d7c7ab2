import tensorflow as tf

labels = tf.one_hot([0, 2, 1], depth=3)
logits = tf.constant([[2.0, 1.0, 0.1], [0.5, 0.3, 3.0], [0.0, 1.0, 0.0]])
loss = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
print(loss)
print(tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)))
cce = tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1)
print(cce(labels, logits).numpy())
huber = tf.keras.losses.Huber(delta=1.0)
print(huber([[0.0, 1.0]], [[0.6, 3.0]]).numpy())
