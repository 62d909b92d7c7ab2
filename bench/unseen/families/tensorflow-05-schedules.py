import tensorflow as tf

schedules = {
    "exponential": tf.keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=10, decay_rate=0.5),
    "staircase": tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5, staircase=True),
    "cosine": tf.keras.optimizers.schedules.CosineDecay(0.1, 20),
    "piecewise": tf.keras.optimizers.schedules.PiecewiseConstantDecay([5, 15], [0.1, 0.05, 0.01]),
    "polynomial": tf.keras.optimizers.schedules.PolynomialDecay(0.1, 20, 0.01, power=2.0),
}
for name, schedule in schedules.items():
    print(name, [float(schedule(step)) for step in (0, 5, 10, 16, 25)])
v = tf.Variable(1.0)
opt = tf.keras.optimizers.SGD(schedules["exponential"])
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = v * v
    opt.apply_gradients([(tape.gradient(loss, v), v)])
print(v.numpy())
