"""The derivative of log(a + b) by b is 1 / (a + b), also at b = 0 (jax-ml/jax#22398)."""
import jax
import jax.numpy as jnp
import jax.scipy.special

gradient = jax.jacfwd(lambda b: jax.scipy.special.logsumexp(jnp.zeros(2), b=b))(jnp.array([1.0, 0.0]))
print(gradient.tolist())
assert gradient.tolist() == [1.0, 1.0]
