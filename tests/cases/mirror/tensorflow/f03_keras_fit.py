import numpy as np
import tensorflow as tf

x = np.linspace(-1, 1, 16).reshape(16, 1).astype("float32")
y = 3 * x + 1
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.SGD(learning_rate=0.1), loss="mse")
history = model.fit(x, y, epochs=3, batch_size=16, verbose=0, shuffle=False)
print(history.history["loss"])
w, b = model.layers[0].get_weights()
print(w, b)
