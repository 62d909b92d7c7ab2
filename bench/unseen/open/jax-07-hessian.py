import jax
import jax.numpy as jnp


def rosenbrock(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2


x = jnp.array([0.5, 0.5])
print(jax.grad(rosenbrock)(x))
print(jax.hessian(rosenbrock)(x))
value, g = jax.value_and_grad(rosenbrock)(x)
print(value, g)
print(jax.jacfwd(lambda v: jnp.sin(v) * v)(x))
