import jax
from jax import random
import jax.numpy as jnp

key = random.key(42)
k1, k2, k3 = random.split(key, 3)
u = random.uniform(k1, (1000,), minval=-1.0, maxval=1.0)
n = random.normal(k2, (1000,))
b = random.bernoulli(k3, 0.3, (10,))
p = random.permutation(k1, 5)
c = random.categorical(k2, jnp.log(jnp.array([0.1, 0.9])), shape=(4,))
i = random.randint(k3, (3,), 0, 10)
print(u.min() >= -1, n.shape, b.dtype, sorted(p.tolist()), c.shape, i.dtype)
assert jnp.all((u >= -1) & (u < 1))
