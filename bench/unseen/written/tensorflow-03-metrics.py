import tensorflow as tf

m = tf.keras.metrics.Mean()
m.update_state([1.0, 2.0, 3.0, 6.0])
print("mean", m.result().numpy())
acc = tf.keras.metrics.BinaryAccuracy(threshold=0.5)
acc.update_state([[1], [1], [0], [0]], [[0.98], [1], [0], [0.6]])
print("acc", float(acc.result()))
p = tf.keras.metrics.Precision()
p.update_state([0, 1, 1, 1], [1, 0, 1, 1])
assert abs(p.result().numpy() - 2 / 3) < 1e-6
m.reset_state()
assert m.result().numpy() == 0.0
mse = tf.keras.metrics.MeanSquaredError()
mse.update_state([[0, 1], [0, 0]], [[1, 1], [0, 0]])
print(mse.result())
