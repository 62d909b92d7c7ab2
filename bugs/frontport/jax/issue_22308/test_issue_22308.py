"""std stops on a NaN of its own making under jax_debug_nans (jax 0.4.30, issue 22308). Passes when the bug is there."""
import jax
import jax.numpy as jnp


def test_issue_22308():
    with jax.debug_nans(True), jax.disable_jit():
        try:
            seen = f"no error: {float(jnp.std(jnp.arange(3.0))):.4f}"
        except FloatingPointError as error:
            seen = f"FloatingPointError; {error}"
    print(seen)
    assert seen.startswith("FloatingPointError")
