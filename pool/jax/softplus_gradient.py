"""The derivative of softplus at 0 is 1/2 (jax-ml/jax#2107)."""
import jax
import jax.numpy as jnp
slope = float(jax.grad(jax.nn.softplus)(0.0))
print(slope)
assert slope == 0.5
