import jax
import jax.numpy as jnp
import flax.linen as nn


class MLP(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.features)(x)
        x = nn.relu(x)
        x = nn.LayerNorm()(x)
        return nn.Dense(2)(x)


model = MLP(features=8)
x = jnp.ones((3, 4))
variables = model.init(jax.random.PRNGKey(0), x)
y = model.apply(variables, x)
print(y.shape)
assert y.shape == (3, 2)
print(jax.tree_util.tree_map(lambda a: a.shape, variables))
