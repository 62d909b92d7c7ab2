import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    # DLPack has had a code for bool (6) since 0.8.
    with pytest.raises(Exception) as e_info:
        jax.dlpack.from_dlpack(np.array([True, False]))
    print(f'{e_info.type.__name__}; {e_info.value}')
