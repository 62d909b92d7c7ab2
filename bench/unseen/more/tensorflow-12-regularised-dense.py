import tensorflow as tf

layer = tf.keras.layers.Dense(
    3,
    kernel_initializer=tf.keras.initializers.Constant(0.5),
    bias_initializer="ones",
    kernel_regularizer=tf.keras.regularizers.L2(0.01),
)
y = layer(tf.ones((2, 4)))
print(y)
print(layer.losses)
print([w.shape for w in layer.weights])
