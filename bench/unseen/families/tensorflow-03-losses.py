import tensorflow as tf

y_true = tf.constant([[0.0, 1.0], [1.0, 0.0]])
y_pred = tf.constant([[0.3, 0.7], [0.6, 0.4]])
for loss in [
    tf.keras.losses.MeanSquaredError(),
    tf.keras.losses.MeanAbsoluteError(),
    tf.keras.losses.BinaryCrossentropy(),
    tf.keras.losses.CategoricalCrossentropy(),
    tf.keras.losses.Huber(delta=0.5),
    tf.keras.losses.KLDivergence(),
    tf.keras.losses.CosineSimilarity(axis=1),
    tf.keras.losses.LogCosh(),
    tf.keras.losses.Hinge(),
]:
    print(loss.name, loss(y_true, y_pred).numpy())
print(tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="sum")([0, 1], [[2.0, 0.5], [0.1, 0.3]]))
print(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, 1], logits=[[2.0, 0.5], [0.1, 0.3]]))
print(tf.nn.weighted_cross_entropy_with_logits(labels=y_true, logits=y_pred, pos_weight=2.0))
print(tf.keras.losses.mean_squared_logarithmic_error(y_true, y_pred), tf.nn.l2_loss(y_pred))
