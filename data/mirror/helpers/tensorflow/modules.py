"""Helpers of programs that are carried to TensorFlow: weights of a module by their names."""
import tensorflow as tf


def own_weights(module):
    return [(name, value) for name, value in vars(module).items() if isinstance(value, tf.Variable) and value.trainable]


def own_buffers(module):
    return [(name, value) for name, value in vars(module).items() if isinstance(value, tf.Variable) and not value.trainable]


def put_weight(module, name, value):
    getattr(module, name).assign(value)


def register_buffer(module, name, tensor, persistent=True):
    setattr(module, name, tf.Variable(tensor, trainable=False) if persistent and tensor is not None else tensor)


def gpu_available():
    return gpu_count() > 0


def gpu_count():
    return len(tf.config.list_physical_devices("GPU"))
