"""What is masked out of a logsumexp has the gradient 0 (jax-ml/jax#23842)."""
import jax
import jax.numpy as jnp
import jax.scipy.special

mask = jnp.array([True, False])
gradient = jax.grad(lambda v: jax.scipy.special.logsumexp(v, where=mask))(jnp.array([0.0, 100.0]))
print(gradient.tolist())
assert gradient.tolist() == [1.0, 0.0]
