import tensorflow as tf

x = tf.constant([[1.0], [2.0], [3.0]])
y = tf.constant([[2.0], [4.0], [6.5]])
for optimizer in [
    tf.keras.optimizers.SGD(learning_rate=0.05, momentum=0.9, nesterov=True),
    tf.keras.optimizers.RMSprop(learning_rate=0.05),
    tf.keras.optimizers.Adam(learning_rate=0.1, beta_1=0.8),
    tf.keras.optimizers.Nadam(learning_rate=0.1),
    tf.keras.optimizers.Adagrad(learning_rate=0.3),
]:
    w = tf.Variable([[0.5]])
    b = tf.Variable([0.0])
    for step in range(10):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y))
        gradients = tape.gradient(loss, [w, b])
        optimizer.apply_gradients(zip(gradients, [w, b]))
    print(loss.numpy(), w.numpy(), b.numpy())
