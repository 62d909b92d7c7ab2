import jax
import jax.numpy as jnp

x = jnp.array([1000.0, 1000.0, -1000.0])
print(jax.nn.softmax(x))
print(jax.scipy.special.logsumexp(x))
print(jax.nn.log_sigmoid(x), jax.nn.softplus(x))
print(jax.nn.gelu(jnp.array([-1.0, 0.0, 1.0])), jax.nn.elu(jnp.array([-1.0, 0.0, 1.0])))
print(jax.nn.one_hot(jnp.array([0, 2]), 3))
