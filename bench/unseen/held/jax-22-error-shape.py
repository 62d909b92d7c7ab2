import jax.numpy as jnp

try:
    jnp.dot(jnp.ones((2, 3)), jnp.ones((2, 3)))
except TypeError as e:
    print("TypeError")
try:
    jnp.reshape(jnp.arange(6), (4, 2))
except TypeError as e:
    print("cannot reshape")
print(jnp.concatenate([jnp.ones((1, 2)), jnp.zeros((2, 2))], axis=0))
print(jnp.stack([jnp.ones(2), jnp.zeros(2)], axis=1), jnp.split(jnp.arange(6), 3))
