import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    table = np.arange(12).reshape(3, 4)
    rows = np.array([True, False, True])
    # The new axis takes no place among those of the array, so the mask is one of its rows.
    assert table[None, rows].shape == (1, 2, 4)
    with pytest.raises(IndexError) as e_info:
        jnp.asarray(table)[None, rows]
    print(f'{e_info.type.__name__}; {e_info.value}')
