import tensorflow as tf

schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=10, decay_rate=0.5, staircase=True)
for step in [0, 5, 10, 25]:
    print(step, float(schedule(step)))
cos = tf.keras.optimizers.schedules.CosineDecay(0.1, 100)
assert abs(float(cos(50)) - 0.05) < 1e-6
opt = tf.keras.optimizers.Adam(learning_rate=schedule, beta_1=0.8)
w = tf.Variable([1.0, -1.0])
for _ in range(12):
    opt.minimize(lambda: tf.reduce_sum(w ** 2), [w]) if False else opt.apply_gradients([(2 * w, w)])
print(w.numpy(), int(opt.iterations))
