"""linspace over the range of int32 rises from the first to the last number (pytorch/pytorch#40118). The twin of that report's program."""
import jax
import jax.numpy as jnp
x = jnp.linspace(-2000000000, 2147483647, 10, dtype=jnp.int32).tolist()
print(x)
assert x[0] == -2000000000 and x[-1] == 2147483647
assert all(a < b for a, b in zip(x, x[1:]))
