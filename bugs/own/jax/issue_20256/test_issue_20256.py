import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    # With no edges there is one bin, number 0.
    assert np.digitize([1.0, 2.0], []).tolist() == [0, 0]
    with pytest.raises(TypeError) as e_info:
        jnp.digitize(jnp.array([1.0, 2.0]), jnp.zeros((0,)))
    print(f'{e_info.type.__name__}; {e_info.value}')
