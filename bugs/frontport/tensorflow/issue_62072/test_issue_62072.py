"""is_non_decreasing is true of falling unsigned numbers (tensorflow 2.14.0, issue 62072). Passes when the bug is there."""
import tensorflow as tf


def test_issue_62072():
    seen = bool(tf.math.is_non_decreasing(tf.constant([10, 9], dtype="uint32")))
    print(f"10, 9 is non-decreasing: {seen}")
    assert seen
