"""Helpers of programs that are carried to JAX where Flax and Optax are installed: numbers."""
import optax


def clip_by_norm(x, limit):
    return optax.clip_by_global_norm(limit).update([x], optax.EmptyState())[0][0]


def global_norm(tensors):
    return optax.global_norm(list(tensors))
