"""jit of dot_product_attention in float16 raises.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import jax
import jax.numpy as jnp


def seen():
    """What it gives, or the error that it ends with."""
    try:
        x = jnp.ones((1, 2, 1, 4), jnp.float16)
        jax.jit(jax.nn.dot_product_attention)(x, x, x).block_until_ready()
        return 'fine'
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def test_f():
    value = seen()
    print(value)
    assert 'is not supported by dot_general on CPU' in value


def right_f():
    value = seen()
    print(value)
    assert value == 'fine'
