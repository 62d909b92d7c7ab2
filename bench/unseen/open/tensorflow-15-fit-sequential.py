import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
xs = np.linspace(-1, 1, 32).reshape(-1, 1).astype("float32")
ys = 3 * xs - 1
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(optimizer=tf.keras.optimizers.SGD(learning_rate=0.1), loss="mse")
history = model.fit(xs, ys, epochs=5, batch_size=32, verbose=0, shuffle=False)
losses = history.history["loss"]
print(losses[-1] < losses[0])
print(model.predict(xs[:2], verbose=0).shape)
