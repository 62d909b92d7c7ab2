"""exp(inf + inf j) has an infinite real part, as C defines it (pytorch/pytorch#95740). The twin of that report's program."""
import jax
import jax.numpy as jnp
import numpy as np

x = jnp.full((9,), complex(float("inf"), float("inf")), dtype=jnp.complex64)
result = np.asarray(jnp.exp(x))
print(result[0], result[8])
assert np.isinf(result.real).all()
assert np.isnan(result.imag).all()
