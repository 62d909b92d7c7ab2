import tensorflow as tf

m = tf.keras.metrics.Mean()
m.update_state([1, 3, 5, 7])
print("mean", m.result().numpy())
acc = tf.keras.metrics.SparseCategoricalAccuracy()
acc.update_state([2, 1], [[0.1, 0.6, 0.3], [0.05, 0.95, 0.0]])
print("acc", float(acc.result()))
p = tf.keras.metrics.Precision()
p.update_state([0, 1, 1, 1], [1, 0, 1, 1])
print("precision", p.result().numpy())
