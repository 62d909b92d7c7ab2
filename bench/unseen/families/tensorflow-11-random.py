import tensorflow as tf

tf.random.set_seed(7)
a = tf.random.normal((1000,), mean=2.0, stddev=0.5)
print(a.shape, abs(tf.reduce_mean(a).numpy() - 2.0) < 0.1)
u = tf.random.uniform((100,), minval=0, maxval=10, dtype=tf.int32)
print(bool(tf.reduce_all(u < 10)), u.dtype)
s = tf.random.stateless_normal((4,), seed=[1, 2])
print(bool(tf.reduce_all(s == tf.random.stateless_normal((4,), seed=[1, 2]))))
g = tf.random.Generator.from_seed(3)
print(g.normal((2, 2)).shape, tf.random.shuffle(tf.range(5)).shape)
c = tf.random.categorical(tf.math.log([[0.5, 0.5]]), 6)
print(c.shape, bool(tf.reduce_all(c < 2)))
t = tf.random.truncated_normal((200,))
assert tf.reduce_max(tf.abs(t)) <= 2.0
init = tf.keras.initializers.GlorotUniform(seed=0)
w = init(shape=(3, 4))
assert tf.reduce_max(tf.abs(w)) <= (6 / 7) ** 0.5
