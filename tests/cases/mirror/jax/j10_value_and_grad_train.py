import jax
import jax.numpy as jnp


def loss(params, x, y):
    w, b = params
    pred = x @ w + b
    return jnp.mean((pred - y) ** 2)


x = jnp.array([[1.0, 2.0], [3.0, 4.0]])
y = jnp.array([1.0, 2.0])
w = jnp.zeros(2)
b = 0.0
for i in range(3):
    l, (gw, gb) = jax.value_and_grad(loss)((w, b), x, y)
    w = w - 0.01 * gw
    b = b - 0.01 * gb
print(w, b, l)
