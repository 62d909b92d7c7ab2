"""the gradient of gather_nd of a single element.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import tensorflow as tf


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = tf.Variable([1.0])
        with tf.GradientTape() as tape:
            y = tf.gather_nd(x, [0])
        return str(tf.convert_to_tensor(tape.gradient(y, x)).numpy().tolist())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert "rank at least one" in value


def right_f():
    value = seen()
    print(value)
    assert value == "[1.0]"
