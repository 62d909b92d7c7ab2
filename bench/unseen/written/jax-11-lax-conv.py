import jax
import jax.numpy as jnp
from jax import lax

x = jnp.arange(32.0).reshape(1, 2, 4, 4)
k = jnp.ones((3, 2, 2, 2))
y = lax.conv(x, k, window_strides=(1, 1), padding="VALID")
print(y.shape)
z = lax.conv_general_dilated(x, k, (2, 2), [(1, 1), (0, 0)], rhs_dilation=(1, 1))
print(z.shape, z.sum())
p = lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
print(p)
assert p[0, 0, 0, 0] == 5.0
d = lax.dot_general(jnp.ones((2, 3, 4)), jnp.ones((2, 4, 5)), (((2,), (1,)), ((0,), (0,))))
print(d.shape)
