"""Third gradients through a loop with matmul work in a graph (tensorflow/tensorflow#35012)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def third(x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as middle:
            middle.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, tf.matmul(y, x)), [0, tf.ones([1, 1])])[1]
            first = inner.gradient(y, x)
        second = middle.gradient(first, x)
    return outer.gradient(second, x)


x = tf.constant([[2.0]])
eager = float(third(x)[0, 0])
print("eager", eager)
graph = float(tf.function(third)(x)[0, 0])
print("graph", graph)
assert graph == eager == 48.0
