"""diff refuses an array without dimensions to put before (jax 0.4.23, issue 19362). Passes when the bug is there."""
import jax.numpy as jnp


def test_issue_19362():
    x = jnp.arange(4)
    try:
        seen = f"no error: {jnp.diff(x, prepend=x[0])}"
    except ValueError as error:
        seen = f"ValueError; {error}"
    print(seen)
    assert seen.startswith("ValueError; Zero-dimensional")
