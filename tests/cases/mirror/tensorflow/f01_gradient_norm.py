import tensorflow as tf

# gradient of norm at zero is nan
x = tf.Variable(tf.zeros([3]))
with tf.GradientTape() as tape:
    y = tf.norm(x)
grad = tape.gradient(y, x)
print(grad)
assert tf.reduce_any(tf.math.is_nan(grad))
