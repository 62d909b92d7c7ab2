import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    assert np.arange(3).item(1) == 1
    with pytest.raises(TypeError) as e_info:
        jnp.arange(3).item(1)
    print(f'{e_info.type.__name__}; {e_info.value}')
