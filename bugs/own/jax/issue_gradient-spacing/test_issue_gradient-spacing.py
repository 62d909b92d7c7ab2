import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    # The documented signature is that of numpy, where the coordinates of the samples may be given.
    assert np.gradient([0.0, 1.0, 9.0], [0.0, 1.0, 3.0])[0] == 1
    with pytest.raises(NotImplementedError) as e_info:
        jnp.gradient(jnp.array([0.0, 1.0, 9.0]), jnp.array([0.0, 1.0, 3.0]))
    print(f'{e_info.type.__name__}; {e_info.value}')
