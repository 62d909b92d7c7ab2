"""The derivative of log(sigmoid) at 0 is 1/2 (jax-ml/jax#2140)."""
import jax
import jax.numpy as jnp
slope = float(jax.grad(jax.nn.log_sigmoid)(0.0))
print(slope)
assert slope == 0.5
