import tensorflow as tf


class MLP(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d1 = tf.keras.layers.Dense(8, activation="relu")
        self.d2 = tf.keras.layers.Dense(3)

    def call(self, x):
        return self.d2(self.d1(x))


tf.random.set_seed(0)
model = MLP()
optimizer = tf.keras.optimizers.Adam(0.01)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
x = tf.random.normal((6, 4))
y = tf.constant([0, 1, 2, 0, 1, 2])
losses = []
for step in range(5):
    with tf.GradientTape() as tape:
        logits = model(x)
        loss = loss_fn(y, logits)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    losses.append(float(loss))
print(len(model.trainable_variables), losses[-1] < losses[0])
