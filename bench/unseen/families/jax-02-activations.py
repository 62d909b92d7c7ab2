import jax
import jax.numpy as jnp
from jax import nn

x = jnp.array([-3.0, -1.0, -0.1, 0.0, 0.5, 2.0, 30.0])
for f in (nn.relu, nn.relu6, nn.sigmoid, nn.silu, nn.softplus, nn.elu, nn.selu, nn.celu, nn.gelu, nn.hard_tanh, nn.hard_sigmoid, nn.hard_swish, nn.log_sigmoid, nn.soft_sign, nn.mish, nn.squareplus):
    print(f.__name__, f(x))
print(nn.leaky_relu(x, 0.3), nn.glu(x[:6]), nn.one_hot(jnp.array([0, 2]), 3))
print(nn.logsumexp(x), nn.softmax(x[:3]), nn.standardize(x))
print(jax.vmap(jax.grad(nn.softplus))(x))
