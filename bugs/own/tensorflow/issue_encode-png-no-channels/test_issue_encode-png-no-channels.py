import pytest
import tensorflow as tf


def test_f():
    # A wrong argument is the caller's error (InvalidArgumentError), not one inside of the library.
    with pytest.raises(tf.errors.InternalError) as e_info:
        tf.io.encode_png(tf.zeros([1, 1, 0], tf.uint8))
    print(f'{e_info.type.__name__}; {e_info.value}')
