import jax
import jax.numpy as jnp

x = jnp.array([[1e4, 1e4, 0.0], [-1e4, 0.0, 1e4]])
p = jax.nn.softmax(x, axis=-1)
lp = jax.nn.log_softmax(x, axis=-1)
lse = jax.scipy.special.logsumexp(x, axis=1)
print(p, lp, lse)
assert not jnp.isnan(p).any()
assert jnp.isfinite(lp).all()
