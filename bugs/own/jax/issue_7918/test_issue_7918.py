import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    # numpy puts a new axis of length 1 in front.
    assert np.arange(4)[True].shape == (1, 4)
    with pytest.raises(TypeError) as e_info:
        jnp.arange(4)[True]
    print(f'{e_info.type.__name__}; {e_info.value}')
