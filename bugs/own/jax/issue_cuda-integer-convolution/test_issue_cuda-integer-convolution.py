"""On CUDA a convolution of integers is not compiled.

`test_f` passes while the bug is there, `right_f` once it is mended. Needs a CUDA device.
"""
import jax
import jax.numpy as jnp


def seen():
    convolve = jax.jit(lambda a, b: jax.lax.conv_general_dilated(a, b, (1,), "VALID"))
    try:
        with jax.default_device(jax.devices("cuda")[0]):
            return convolve(jnp.zeros((3, 1, 2), jnp.int32), jnp.zeros((2, 1, 2), jnp.int32)).flatten().tolist()
    except Exception as error:
        return str(error)


def test_f():
    value = seen()
    print(value)
    assert "No supported configs" in value


def right_f():
    value = seen()
    print(value)
    assert value == [0] * 6
