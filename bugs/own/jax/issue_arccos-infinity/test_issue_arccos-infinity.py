import jax
import jax.numpy as jnp
import numpy as np
import pytest


def test_f():
    # The answer has no NaN in it: 0 - inf j.
    assert not np.isnan(np.arccos(np.complex128(complex(np.inf, 0))))
    jax.config.update("jax_debug_nans", True)
    with pytest.raises(FloatingPointError) as e_info:
        jnp.arccos(jnp.complex64(complex(np.inf, 0)))
    print(f'{e_info.type.__name__}; {e_info.value}')
