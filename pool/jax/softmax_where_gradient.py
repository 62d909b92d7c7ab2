"""What is masked out of a softmax has no influence on its gradient (jax-ml/jax#17117)."""
import jax
import jax.numpy as jnp
import numpy as np

x, mask = jnp.array([1.0, 1.0, 100.0]), jnp.array([True, True, False])


def first(v):
    return jax.nn.softmax(v, axis=0, where=mask)[0]


gradient = np.asarray(jax.grad(first)(x))
print(gradient.tolist())
assert np.isfinite(gradient).all()
np.testing.assert_allclose(gradient, [0.25, -0.25, 0.0], atol=1e-6)
