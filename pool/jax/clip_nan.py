"""NaN stays NaN between two bounds (pytorch/pytorch#15338). The twin of that report's program."""
import jax
import jax.numpy as jnp
for length in (1, 9, 64):
    result = jnp.clip(jnp.full((length,), jnp.nan), 0, 1)
    print(length, float(result[0]), float(result[-1]))
    assert bool(jnp.isnan(result).all())
