import numpy as np
import tensorflow as tf


class ArgsortTest(tf.test.TestCase):
    def test_descending(self):
        x = tf.constant([3, 1, 2])
        self.assertAllEqual(tf.argsort(x, direction="DESCENDING"), [0, 2, 1])

    def test_sort_rows(self):
        x = np.array([[3.0, 1.0], [0.0, 2.0]], dtype=np.float32)
        self.assertAllClose(tf.sort(x, axis=-1), [[1.0, 3.0], [0.0, 2.0]])

    def test_searchsorted(self):
        edges = tf.constant([0.0, 1.0, 2.0])
        self.assertAllEqual(tf.searchsorted(edges, [0.5, 2.5]), [1, 3])


if __name__ == "__main__":
    tf.test.main()
