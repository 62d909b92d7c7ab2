import tensorflow as tf

acc = tf.keras.metrics.SparseCategoricalAccuracy()
acc.update_state([0, 1, 2], [[0.9, 0.05, 0.05], [0.1, 0.2, 0.7], [0.1, 0.1, 0.8]])
print(acc.result())
mean = tf.keras.metrics.Mean()
mean.update_state([1.0, 3.0])
mean.update_state(5.0)
print(mean.result().numpy())
mae = tf.keras.losses.MeanAbsoluteError()
print(mae([[0.0, 1.0]], [[1.0, 1.0]]))
huber = tf.keras.losses.Huber(delta=0.5)
print(huber([0.0, 1.0, 2.0], [0.1, 3.0, 2.0]))
