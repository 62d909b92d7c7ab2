import jax
import jax.numpy as jnp


class LinearModel:
    def __init__(self, key, n_in, n_out):
        self.w = jax.random.normal(key, (n_in, n_out)) / jnp.sqrt(n_in)
        self.b = jnp.zeros((n_out,))

    def __call__(self, x):
        return jnp.dot(x, self.w) + self.b

    def predict(self, x):
        return jax.nn.softmax(self(x), axis=-1)


m = LinearModel(jax.random.PRNGKey(1), 4, 3)
p = m.predict(jnp.ones((2, 4)))
print(p, p.sum(axis=1))
assert jnp.allclose(p.sum(axis=1), 1.0)
labels = jax.nn.one_hot(jnp.array([0, 2]), 3)
loss = -jnp.mean(jnp.sum(labels * jnp.log(p), axis=-1))
print(f"{loss=}")
