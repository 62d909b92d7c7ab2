import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec(shape=[None], dtype=tf.float32)])
def normalise(x):
    total = tf.reduce_sum(x)
    if total > 0.0:
        return x / total
    else:
        return tf.zeros_like(x)


print(normalise(tf.constant([1.0, 3.0])))
print(normalise(tf.constant([-1.0, 0.5])))


@tf.function
def fib(n):
    a, b = tf.constant(0), tf.constant(1)
    for _ in tf.range(n):
        a, b = b, a + b
    return a


assert fib(tf.constant(10)) == 55
