import jax
import jax.numpy as jnp

key = jax.random.key(42)
key, a, b, c, d = jax.random.split(key, 5)
n = jax.random.normal(a, (500,))
print(n.shape, abs(float(n.mean())) < 0.2)
u = jax.random.uniform(b, (100,), minval=-1.0, maxval=1.0)
print(bool((u >= -1).all() & (u < 1).all()))
print(jax.random.randint(c, (5,), 0, 3).dtype, jax.random.permutation(d, 6).sum())
print(jax.random.bernoulli(a, 0.5, (10,)).shape, jax.random.choice(b, jnp.arange(4), (3,), replace=False).shape)
print(jax.random.categorical(c, jnp.log(jnp.array([0.1, 0.9])), shape=(4,)).shape)
e = jax.random.exponential(jax.random.fold_in(key, 1), (200,))
assert (e >= 0).all()
print(jax.random.gamma(d, 2.0, (3,)).shape, jax.random.truncated_normal(a, -1.0, 1.0, (50,)).max() <= 1)
print(jax.random.multivariate_normal(a, jnp.zeros(2), jnp.eye(2)).shape, jax.random.laplace(b, (2,)).shape)
same = jax.random.normal(a, (500,))
assert (same == n).all()
