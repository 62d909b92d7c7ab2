import jax
import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np
import pytest
import scipy.linalg


def test_f():
    assert scipy.linalg.expm(np.zeros((0, 0))).shape == (0, 0)
    with pytest.raises(ValueError) as e_info:
        jax.scipy.linalg.expm(jnp.zeros((0, 0)))
    print(f'{e_info.type.__name__}; {e_info.value}')
