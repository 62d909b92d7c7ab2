import tensorflow as tf


def test_f():
    y = tf.range(-(2**63), 2**63 - 1, 1, dtype=tf.int64)
    print("no error was raised; shape", y.shape, "first", y.numpy().tolist()[:3])
    # There are 2**64 - 1 numbers in this range: their count overflows, and one element is left.
    assert y.numpy().tolist() == [-(2**63)]
