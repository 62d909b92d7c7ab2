import jax
import jax.numpy as jnp


@jax.jit
def bad(x):
    if x > 0:
        return x
    return -x


try:
    bad(1.0)
except jax.errors.TracerBoolConversionError as e:
    print("tracer error")
try:
    jnp.ones((2, 3)) + jnp.ones((4,))
except (TypeError, ValueError) as e:
    print(type(e).__name__, str(e)[:20])
x = jnp.zeros(3)
try:
    x[0] = 1.0
except TypeError as e:
    print("immutable")
assert x[5] == 0.0
