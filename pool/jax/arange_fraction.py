"""arange with a fractional step has ceil((end - start) / step) elements (jax-ml/jax#145)."""
import jax
import jax.numpy as jnp
x = jnp.arange(0.0, 1.0, 0.1)
print(x.tolist())
assert x.shape == (10,)
assert abs(float(x[-1]) - 0.9) < 1e-6
