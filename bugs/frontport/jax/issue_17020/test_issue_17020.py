"""vectorize turns None into NaN (jax 0.4.13, issue 17020). Passes when the bug is there."""
import jax.numpy as jnp


def test_issue_17020():
    scale = jnp.vectorize(lambda x, y: x if y is None else x * y, signature="(),()->()")
    seen = float(scale(2.0, None))
    print(f"2 scaled by None is {seen}")
    assert seen != seen
