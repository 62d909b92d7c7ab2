import jax
import jax.numpy as jnp
import numpy as np
import pytest


@pytest.mark.parametrize("dtype", [jnp.float32, jnp.int32])
def test_sum_dtype(dtype):
    x = jnp.ones((3, 3), dtype=dtype)
    assert jnp.sum(x).dtype == dtype


def test_grad_through_where():
    f = lambda x: jnp.where(x > 0, jnp.sqrt(x), 0.0)
    g = jax.grad(f)(4.0)
    np.testing.assert_allclose(g, 0.25, rtol=1e-6)


def test_shape_error():
    with pytest.raises(TypeError):
        jnp.dot(jnp.ones((2, 3)), jnp.ones((2, 3)))
