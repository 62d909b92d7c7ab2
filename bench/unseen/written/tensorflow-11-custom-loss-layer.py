import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.alpha = self.add_weight(name="alpha", shape=(input_shape[-1],), initializer="ones", trainable=True)

    def call(self, inputs):
        return inputs * self.alpha


def huber(y_true, y_pred, delta=1.0):
    err = tf.abs(y_true - y_pred)
    return tf.reduce_mean(tf.where(err < delta, 0.5 * tf.square(err), delta * (err - 0.5 * delta)))


layer = Scale()
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
opt = tf.keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)
for step in range(3):
    with tf.GradientTape() as tape:
        loss = huber(tf.zeros_like(x), layer(x))
    grads = tape.gradient(loss, layer.trainable_variables)
    opt.apply_gradients(zip(grads, layer.trainable_variables))
    tf.print("step", step, "loss", loss)
ref = tf.keras.losses.Huber()(tf.zeros_like(x), layer(x))
print(float(ref))
