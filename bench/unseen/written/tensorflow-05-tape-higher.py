import tensorflow as tf

x = tf.Variable(3.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = x * x * x
    dy = t1.gradient(y, x)
d2y = t2.gradient(dy, x)
print("dy/dx:", dy.numpy(), "d2y/dx2:", d2y.numpy())
assert dy.numpy() == 27.0
assert d2y.numpy() == 18.0

v = tf.constant([1.0, 2.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(v)
    a = tf.reduce_sum(v ** 2)
    b = tf.reduce_prod(v)
print(tape.gradient(a, v), tape.gradient(b, v))
with tf.GradientTape() as tape:
    tape.watch(v)
    z = tf.sin(v)
print(tape.jacobian(z, v))
