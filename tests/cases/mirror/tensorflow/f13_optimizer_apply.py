import tensorflow as tf

v = tf.Variable([1.0, -2.0])
opt = tf.keras.optimizers.Adam(learning_rate=0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(v * v)
    grads = tape.gradient(loss, [v])
    opt.apply_gradients(zip(grads, [v]))
print(v.numpy())
