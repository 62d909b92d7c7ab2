import jax
import jax.numpy as jnp


def newton_sqrt(a):
    def cond(state):
        x, i = state
        return (jnp.abs(x * x - a) > 1e-5) & (i < 50)

    def body(state):
        x, i = state
        return 0.5 * (x + a / x), i + 1

    return jax.lax.while_loop(cond, body, (a, 0))


root, steps = jax.jit(newton_sqrt)(2.0)
print(root, steps)
assert abs(float(root) - 2 ** 0.5) < 1e-3
total = jax.lax.fori_loop(0, 5, lambda i, s: s + i, 0)
print(total)
y = jax.lax.cond(total > 3, lambda x: x * 2, lambda x: -x, jnp.array([1.0, 2.0]))
z = jax.lax.switch(1, [jnp.sin, jnp.cos, jnp.tan], 0.5)
print(y, z)
