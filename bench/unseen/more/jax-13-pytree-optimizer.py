import jax
import jax.numpy as jnp


def init(sizes, key):
    keys = jax.random.split(key, len(sizes) - 1)
    return [(jax.random.normal(k, (m, n)) / jnp.sqrt(m), jnp.zeros(n)) for k, m, n in zip(keys, sizes[:-1], sizes[1:])]


def forward(params, x):
    for w, b in params[:-1]:
        x = jax.nn.gelu(x @ w + b)
    w, b = params[-1]
    return x @ w + b


def loss(params, x, y):
    return jnp.mean(jnp.square(forward(params, x) - y))


params = init([2, 8, 1], jax.random.PRNGKey(0))
x = jnp.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
y = jnp.array([[0.0], [1.0], [1.0], [0.0]])
velocity = jax.tree_util.tree_map(jnp.zeros_like, params)
start = loss(params, x, y)
for _ in range(30):
    grads = jax.grad(loss)(params, x, y)
    velocity = jax.tree_util.tree_map(lambda v, g: 0.9 * v + g, velocity, grads)
    params = jax.tree_util.tree_map(lambda p, v: p - 0.05 * v, params, velocity)
print(len(jax.tree_util.tree_leaves(params)), loss(params, x, y) < start)
