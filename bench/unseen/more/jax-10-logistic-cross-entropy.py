import jax
import jax.numpy as jnp


def cross_entropy(logits, labels):
    logp = jax.nn.log_softmax(logits)
    onehot = jax.nn.one_hot(labels, logits.shape[-1])
    return -jnp.mean(jnp.sum(onehot * logp, axis=-1))


logits = jnp.array([[2.0, -1.0, 0.5], [0.0, 0.0, 0.0]])
labels = jnp.array([0, 2])
value, g = jax.value_and_grad(cross_entropy)(logits, labels)
print(value)
print(g)
print(jnp.abs(g.sum(axis=-1)) < 1e-6)
