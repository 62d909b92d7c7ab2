import numpy as np
import tensorflow as tf

np.random.seed(0)
model = tf.keras.models.Sequential([
    tf.keras.layers.Input(shape=(8,)),
    tf.keras.layers.Dense(16, activation='relu'),
    tf.keras.layers.Dense(3, activation='softmax'),
])
model.compile(optimizer=tf.keras.optimizers.Adam(0.01),
              loss='sparse_categorical_crossentropy',
              metrics=['accuracy'])
x = np.random.rand(20, 8).astype('float32')
y = np.random.randint(0, 3, size=(20,))
model.fit(x, y, epochs=2, batch_size=10, shuffle=False, verbose=0)
loss, acc = model.evaluate(x, y, verbose=0)
pred = model.predict(x, verbose=0)
print('loss', loss, 'acc', acc, pred.shape)
assert np.allclose(pred.sum(axis=1), 1.0, atol=1e-5)
