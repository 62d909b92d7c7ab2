"""Helpers of programs that are carried to JAX: loops, branches, derivatives, trees."""
import jax
import jax.scipy


def gradient_and_value_of(function, argnums=0):
    return lambda *inputs: jax.value_and_grad(function, argnums)(*inputs)[::-1]


def while_loop_of(condition, body, values):
    as_list = lambda given: list(given) if isinstance(given, (list, tuple)) else [given]
    return as_list(jax.lax.while_loop(lambda now: condition(*now), lambda now: as_list(body(*now)), as_list(values)))


def device_scope(name):
    """/cpu:0 and /device:CPU:0 of TensorFlow."""
    return jax.default_device(jax.devices("gpu" if "GPU" in name.upper() else "cpu")[0])
