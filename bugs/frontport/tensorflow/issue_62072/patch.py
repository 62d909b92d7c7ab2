"""tensorflow 2.14, issue 62072: is_non_decreasing looked for negative differences, which unsigned numbers do not have."""
import assay_frontport

LIBRARY = "tensorflow"


def apply():
    import tensorflow as tf

    increasing_now, strictly_now = tf.math.is_non_decreasing, tf.math.is_strictly_increasing

    def differences(x):
        x = tf.reshape(tf.convert_to_tensor(x), [-1])
        return x[1:] - x[:-1]

    def is_non_decreasing(x, name=None):
        increasing_now(x, name)  # refuses what is no number
        steps = differences(x)
        return tf.reduce_all(tf.math.greater_equal(steps, tf.zeros_like(steps)))

    def is_strictly_increasing(x, name=None):
        strictly_now(x, name)
        steps = differences(x)
        return tf.reduce_all(tf.math.greater(steps, tf.zeros_like(steps)))

    assay_frontport.replace(is_non_decreasing, "tensorflow.math.is_non_decreasing",
                            "tensorflow.python.ops.check_ops.is_non_decreasing")
    assay_frontport.replace(is_strictly_increasing, "tensorflow.math.is_strictly_increasing",
                            "tensorflow.python.ops.check_ops.is_strictly_increasing")
