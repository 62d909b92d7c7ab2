import tensorflow as tf


@tf.function
def power_sum(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            total += i * i
        else:
            total -= i
    return total


print(power_sum(tf.constant(6)))
print(tf.while_loop(lambda i, s: i < 5, lambda i, s: (i + 1, s + i), (tf.constant(0), tf.constant(0))))
print(tf.cond(tf.constant(3) > 2, lambda: tf.constant("yes"), lambda: tf.constant("no")))
print(tf.case([(tf.constant(False), lambda: 1)], default=lambda: 2))
print(tf.map_fn(lambda r: tf.reduce_sum(r * r), tf.constant([[1.0, 2.0], [3.0, 4.0]])))
print(tf.scan(lambda a, x: a * 0.5 + x, tf.constant([1.0, 2.0, 3.0])), tf.foldl(lambda a, x: a - x, tf.constant([9, 1, 2])))
print(tf.vectorized_map(lambda v: v * 2, tf.range(3)))
ta = tf.TensorArray(tf.float32, size=3)
for i in range(3):
    ta = ta.write(i, float(i) ** 2)
print(ta.stack())
nested = {"a": tf.constant(1.0), "b": [tf.constant(2.0), tf.constant(3.0)]}
print(tf.nest.flatten(tf.nest.map_structure(lambda v: v * 10, nested)))
try:
    tf.reshape(tf.range(6), (4, 2))
except tf.errors.InvalidArgumentError:
    print("cannot reshape")
