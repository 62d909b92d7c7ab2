import jax
import jax.numpy as jnp
import optax

params = {"w": jnp.ones((3,)), "b": 0.0}
optimizer = optax.adam(learning_rate=0.1)
opt_state = optimizer.init(params)
x = jnp.array([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
y = jnp.array([1.0, 0.0])


def loss(p):
    logits = x @ p["w"] + p["b"]
    return optax.sigmoid_binary_cross_entropy(logits, y).mean()


for step in range(3):
    value, grads = jax.value_and_grad(loss)(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    print(f"step {step}: {value:.4f}")
