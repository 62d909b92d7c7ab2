import tensorflow as tf
from tensorflow import keras

tf.random.set_seed(0)


class CustomModel(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=y_pred)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


inputs = keras.Input(shape=(4,))
outputs = keras.layers.Dense(1, kernel_initializer="ones")(inputs)
model = CustomModel(inputs, outputs)
model.compile(optimizer="sgd", loss="mse")
x = tf.ones((8, 4))
y = tf.zeros((8, 1))
history = model.fit(x, y, epochs=1, batch_size=8, verbose=0)
print(history.history["loss"])
