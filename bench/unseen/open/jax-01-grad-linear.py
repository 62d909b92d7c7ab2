import jax
import jax.numpy as jnp
from jax import grad, jit


def predict(params, x):
    w, b = params
    return jnp.dot(x, w) + b


def loss(params, x, y):
    return jnp.mean((predict(params, x) - y) ** 2)


@jit
def update(params, x, y):
    gw, gb = grad(loss)(params, x, y)
    w, b = params
    return w - 0.1 * gw, b - 0.1 * gb


x = jnp.array([[1.0, 2.0], [3.0, 4.0]])
y = jnp.array([1.0, 2.0])
params = (jnp.zeros(2), jnp.array(0.0))
for _ in range(5):
    params = update(params, x, y)
print(loss(params, x, y))
