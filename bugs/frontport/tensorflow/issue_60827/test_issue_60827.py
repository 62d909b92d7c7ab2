"""vander with N = 0 is not empty (tensorflow 2.13.0, issue 60827). Passes when the bug is there."""
import tensorflow as tf


def test_issue_60827():
    seen = tuple(tf.experimental.numpy.vander([-1.0, -1.0], N=0).shape)
    # NumPy: (2, 0).
    print(f"the shape for N = 0 is {seen}")
    assert seen == (2, 2)
