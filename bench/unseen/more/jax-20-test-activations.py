import unittest

import jax
import jax.numpy as jnp
import numpy as np


class ActivationTest(unittest.TestCase):
    def test_softplus_large(self):
        x = jnp.array([-100.0, 0.0, 100.0])
        np.testing.assert_allclose(jax.nn.softplus(x), [0.0, np.log(2.0), 100.0], rtol=1e-5, atol=1e-6)

    def test_leaky(self):
        y = jax.nn.leaky_relu(jnp.array([-2.0, 3.0]), negative_slope=0.1)
        np.testing.assert_allclose(y, [-0.2, 3.0], rtol=1e-6)

    def test_swish_grad(self):
        g = jax.grad(jax.nn.silu)(0.0)
        self.assertAlmostEqual(float(g), 0.5, places=6)


if __name__ == "__main__":
    unittest.main()
