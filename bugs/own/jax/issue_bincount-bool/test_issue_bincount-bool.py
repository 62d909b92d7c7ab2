import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    assert np.bincount(np.array([True, False, True])).tolist() == [1, 2]
    with pytest.raises(TypeError) as e_info:
        jnp.bincount(jnp.array([True, False, True]))
    print(f'{e_info.type.__name__}; {e_info.value}')
