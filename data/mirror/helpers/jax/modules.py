"""Helpers of programs that are carried to JAX: weights of a module by their names."""
import jax
import jax.numpy as jnp


def own_weights(module):
    return [(name, getattr(place, name)) for place, name in module.own_places()]


def own_buffers(module):
    return [(name, getattr(module, name)) for name in module.fixed if getattr(module, name, None) is not None]


def put_weight(module, name, value):
    setattr(module, name, jnp.asarray(value))


def register_buffer(module, name, tensor, persistent=True):
    module.fixed = (*module.fixed, name)
    setattr(module, name, tensor)


def gpu_available():
    return gpu_count() > 0


def gpu_count():
    return len([one for one in jax.devices() if one.platform == "gpu"])
