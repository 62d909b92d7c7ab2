"""vectorize promotes ranks although that is forbidden (jax 0.4.30, issue 22305). Passes when the bug is there."""
import jax
import jax.numpy as jnp


def test_issue_22305():
    add = jnp.vectorize(lambda x, y: x + y)
    with jax.numpy_rank_promotion("raise"):
        try:
            seen = f"no error: shape {add(jnp.ones(3), jnp.ones((2, 3))).shape}"
        except ValueError as error:
            seen = f"ValueError; {error}"
    print(seen)
    assert seen.startswith("no error")
