"""Gradients through a TensorArray in a loop are the same in a tf.function (tensorflow/tensorflow#29525)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf

weight = tf.Variable([[1.0], [2.0]])


def forward(x):
    rows = tf.TensorArray(tf.float32, size=tf.shape(x)[0])
    for i in tf.range(tf.shape(x)[0]):
        rows = rows.write(i, tf.matmul(x[i][tf.newaxis, :], weight))
    return tf.reduce_sum(rows.stack() ** 2)


def gradient(function, x):
    with tf.GradientTape() as tape:
        value = function(x)
    return tape.gradient(value, weight).numpy().tolist()


x = tf.constant([[1.0, 0.0], [0.5, 2.0], [-1.0, 1.0]])
eager, graph = gradient(forward, x), gradient(tf.function(forward), x)
print("eager", eager, "graph", graph)
assert eager == graph
