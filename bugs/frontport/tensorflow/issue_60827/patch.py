"""tensorflow 2.13, issue 60827: vander took N = 0 for an N that was not given."""
import assay_frontport

LIBRARY = "tensorflow"


def apply():
    import tensorflow as tf

    vander_now = tf.experimental.numpy.vander

    def vander(x, N=None, increasing=False):
        return vander_now(x, N or None, increasing)

    assay_frontport.replace(vander, "tensorflow.experimental.numpy.vander",
                            "tensorflow.python.ops.numpy_ops.np_array_ops.vander")
