import jax
import jax.numpy as jnp
import numpy as np


def test_f():
    x = np.array([3, 0, 2], np.uint8)
    y = jnp.partition(jnp.array(x), 1)
    print(y)
    # The answer holds the elements of x; zero, negated, is still the smallest unsigned number.
    assert sorted(np.partition(x, 1).tolist()) == [0, 2, 3]
    assert y.tolist() == [2, 3, 3]
