import jax
import jax.numpy as jnp


def loss(w):
    return jnp.sum((w - jnp.array([1.0, -2.0])) ** 2)


w = jnp.zeros(2)
m = jnp.zeros_like(w)
v = jnp.zeros_like(w)
b1, b2, lr, eps = 0.9, 0.999, 0.1, 1e-8
for t in range(1, 21):
    g = jax.grad(loss)(w)
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g**2
    mhat = m / (1 - b1**t)
    vhat = v / (1 - b2**t)
    w = w - lr * mhat / (jnp.sqrt(vhat) + eps)
print(w, loss(w) < loss(jnp.zeros(2)))
