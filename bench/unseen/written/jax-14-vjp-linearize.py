import jax
import jax.numpy as jnp


def f(x, y):
    return jnp.sin(x) * y


out, vjp_fn = jax.vjp(f, 1.0, 2.0)
gx, gy = vjp_fn(1.0)
print(out, gx, gy)
out2, tangent = jax.jvp(f, (1.0, 2.0), (1.0, 0.0))
assert jnp.allclose(tangent, gx)
y, f_lin = jax.linearize(jnp.exp, 0.5)
print(y, f_lin(1.0))
gs = jax.grad(f, argnums=(0, 1))(1.0, 2.0)
print(gs)
stop = jax.grad(lambda x: jax.lax.stop_gradient(x) * x)(3.0)
assert stop == 3.0
val, aux = jax.value_and_grad(lambda x: (x ** 2, x + 1), has_aux=True)(2.0)
print(val, aux)
