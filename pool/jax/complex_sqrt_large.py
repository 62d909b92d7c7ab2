"""Root and absolute value of a large complex number are finite (pytorch/pytorch#47358). The twin of that report's program."""
import jax
import jax.numpy as jnp
import numpy as np

x = jnp.full((10,), complex(0.0, -1e20), dtype=jnp.complex64)
root, size = np.asarray(jnp.sqrt(x)), np.asarray(jnp.abs(x))
print(root[0], size[0])
assert np.isfinite(root).all() and np.isfinite(size).all()
np.testing.assert_allclose(size, 1e20, rtol=1e-5)
np.testing.assert_allclose(root.astype(np.complex128) ** 2, np.full(10, -1e20j), rtol=1e-5)
