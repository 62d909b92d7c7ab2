import tensorflow as tf


class SegmentTest(tf.test.TestCase):
    def test_sum(self):
        out = tf.math.segment_sum(tf.constant([[1, 2], [3, 4], [5, 6]]), tf.constant([0, 0, 1]))
        self.assertAllEqual(out, [[4, 6], [5, 6]])

    def test_unsorted(self):
        out = tf.math.unsorted_segment_max(tf.constant([1.0, 5.0, 2.0]), tf.constant([1, 0, 1]), num_segments=2)
        self.assertAllClose(out, [5.0, 2.0])

    def test_error(self):
        with self.assertRaises((ValueError, tf.errors.InvalidArgumentError)):
            tf.reshape(tf.zeros([6]), [4, 2])


if __name__ == "__main__":
    tf.test.main()
