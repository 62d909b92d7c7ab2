"""log_softmax with a mask has a NaN in its gradient (jax 0.4.23, issue 19490). Passes when the bug is there."""
import jax
import jax.numpy as jnp


def test_issue_19490():
    mask = jnp.array([True, False])
    gradient = jax.grad(lambda x: jax.nn.log_softmax(x, where=mask)[0])(jnp.array([36.0, 10000.0]))
    # A masked element has no part in the result.
    print(f"the gradient is {gradient}")
    assert bool(jnp.isnan(gradient[1]))
