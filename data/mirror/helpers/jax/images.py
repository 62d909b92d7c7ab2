"""Helpers of programs that are carried to JAX: images."""
import math

import jax
import jax.numpy as jnp


def contrasted(x, factor):
    mean = jnp.mean(x, axis=(-3, -2), keepdims=True)
    return mean + (x - mean) * factor


def standardised_image(x):
    """Within an image of one colour there is no spread to divide by."""
    mean, spread = jnp.mean(x, axis=(-3, -2, -1), keepdims=True), jnp.std(x, axis=(-3, -2, -1), keepdims=True)
    return (x - mean) / jnp.maximum(spread, 1.0 / math.sqrt(math.prod(x.shape[-3:])))


def at_border(x, top, bottom, left, right):
    return jnp.pad(x, [(0, 0)] * (x.ndim - 3) + [(top, bottom), (left, right), (0, 0)])


def padded_box(x, top, left, height, width):
    return at_border(x, top, height - top - x.shape[-3], left, width - left - x.shape[-2])


def central_crop(x, fraction):
    top, left = (int((size - size * fraction) / 2) for size in x.shape[-3:-1])
    rows = jax.lax.dynamic_slice_in_dim(x, top, x.shape[-3] - 2 * top, -3)
    return jax.lax.dynamic_slice_in_dim(rows, left, x.shape[-2] - 2 * left, -2)


def image_gradients(x):
    """Towards the next row and column; behind the last one there is nothing."""
    return at_border(jnp.diff(x, axis=-3), 0, 1, 0, 0), at_border(jnp.diff(x, axis=-2), 0, 0, 0, 1)
