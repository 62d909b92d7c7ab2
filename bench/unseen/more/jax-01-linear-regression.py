import jax
import jax.numpy as jnp
from jax import grad, jit


def predict(params, x):
    return x @ params["w"] + params["b"]


def mse(params, x, y):
    return jnp.mean((predict(params, x) - y) ** 2)


@jit
def update(params, x, y):
    g = grad(mse)(params, x, y)
    return {k: params[k] - 0.1 * g[k] for k in params}


key = jax.random.PRNGKey(0)
x = jax.random.normal(key, (20, 3))
y = x @ jnp.array([1.0, 2.0, 3.0]) + 0.5
params = {"w": jnp.zeros(3), "b": jnp.array(0.0)}
before = mse(params, x, y)
for _ in range(20):
    params = update(params, x, y)
print(params["w"].shape, mse(params, x, y) < before)
