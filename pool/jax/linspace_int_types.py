"""linspace gives the same integers in every integer type (pytorch/pytorch#81996). The twin of that report's program."""
import jax
import jax.numpy as jnp
counts = {str(t): jnp.bincount(jnp.linspace(0, 4, 50, dtype=t).astype(jnp.int32)).tolist()
          for t in ("int8", "int16", "int32")}
print(counts)
assert len({tuple(c) for c in counts.values()}) == 1
