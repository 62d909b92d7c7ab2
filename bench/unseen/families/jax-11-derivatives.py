import jax
import jax.numpy as jnp


def f(x):
    return jnp.sum(jnp.sin(x) * x**2)


x = jnp.array([0.3, 1.2, -0.7])
print(jax.grad(f)(x), jax.hessian(f)(x))
print(jax.jacfwd(lambda v: jnp.cumsum(v**2))(x), jax.jacrev(lambda v: v / v.sum())(x))
y, vjp = jax.vjp(jnp.exp, x)
print(y, vjp(jnp.ones(3)))
print(jax.jvp(jnp.tanh, (x,), (jnp.ones(3),)))
print(jax.vmap(jax.grad(lambda v: v**3))(x), jax.linearize(jnp.sin, x)[1](jnp.ones(3)))
print(jax.grad(lambda v: jax.lax.stop_gradient(v) * v)(2.0), jax.grad(jnp.linalg.norm)(x))
print(jax.value_and_grad(lambda a, b: a * b, argnums=(0, 1))(2.0, 3.0))
print(jax.grad(lambda v: jnp.where(v > 0, jnp.sqrt(v), 0.0))(0.0))
loss, aux_grad = jax.value_and_grad(lambda v: ((v**2).sum(), v.max()), has_aux=True)(x)
print(loss, aux_grad)
