import jax
import jax.numpy as jnp
from jax import random, grad, jit


def init_params(key, sizes):
    params = []
    for m, n in zip(sizes[:-1], sizes[1:]):
        key, sub = random.split(key)
        params.append({"w": random.normal(sub, (m, n)) * jnp.sqrt(2.0 / m), "b": jnp.zeros(n)})
    return params


def forward(params, x):
    *hidden, last = params
    for layer in hidden:
        x = jax.nn.relu(x @ layer["w"] + layer["b"])
    return x @ last["w"] + last["b"]


def loss_fn(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)


@jit
def update(params, x, y):
    grads = grad(loss_fn)(params, x, y)
    return jax.tree_util.tree_map(lambda p, g: p - 0.01 * g, params, grads)


x = jnp.linspace(-1, 1, 20).reshape(-1, 1)
y = x ** 2
params = init_params(random.PRNGKey(0), [1, 8, 1])
first = loss_fn(params, x, y)
for i in range(5):
    params = update(params, x, y)
print("loss", first, loss_fn(params, x, y))
assert loss_fn(params, x, y) < first
