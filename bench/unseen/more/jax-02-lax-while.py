import jax
import jax.numpy as jnp
from jax import lax


def newton_sqrt(a):
    def cond(state):
        x, i = state
        return jnp.logical_and(jnp.abs(x * x - a) > 1e-6, i < 50)

    def body(state):
        x, i = state
        return 0.5 * (x + a / x), i + 1

    return lax.while_loop(cond, body, (a, 0))


root, steps = newton_sqrt(jnp.float32(2.0))
print(root, steps)
assert jnp.abs(root - 1.4142135) < 1e-4
