"""A Python loop over images of different sizes works in a graph (tensorflow/tensorflow#37444)."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf


def sizes(images):
    smallest = images[0]
    for image in images:
        if tf.shape(image)[0] < 3:
            image = tf.image.resize(image, (3, 3))
        smallest = tf.image.resize(image, (2, 2)) + smallest[:2, :2]
    return tf.reduce_sum(smallest)


images = [tf.ones((4, 4, 1)), tf.ones((2, 2, 1)), tf.ones((6, 6, 1))]
eager, graph = float(sizes(images)), float(tf.function(sizes)(images))
print("eager", eager, "graph", graph)
assert graph == eager
