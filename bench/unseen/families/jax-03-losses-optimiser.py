import jax
import jax.numpy as jnp


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    log_p = jax.nn.log_softmax(logits)
    nll = -jnp.take_along_axis(log_p, y[:, None], axis=1).mean()
    l2 = sum(jnp.sum(p**2) for p in jax.tree_util.tree_leaves(params))
    return nll + 1e-3 * l2


@jax.jit
def update(params, moments, x, y, step):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    m, v = moments
    m = jax.tree_util.tree_map(lambda a, g: 0.9 * a + 0.1 * g, m, grads)
    v = jax.tree_util.tree_map(lambda a, g: 0.999 * a + 0.001 * g**2, v, grads)
    params = jax.tree_util.tree_map(
        lambda p, a, b: p - 0.1 * (a / (1 - 0.9**step)) / (jnp.sqrt(b / (1 - 0.999**step)) + 1e-8), params, m, v)
    return params, (m, v), loss


x = jnp.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]])
y = jnp.array([0, 1, 1, 0])
params = {"w": jnp.full((2, 2), 0.1), "b": jnp.zeros(2)}
zeros = jax.tree_util.tree_map(jnp.zeros_like, params)
moments = (zeros, zeros)
for step in range(1, 11):
    params, moments, loss = update(params, moments, x, y, step)
print(loss, params["w"])
assert loss < 0.5
