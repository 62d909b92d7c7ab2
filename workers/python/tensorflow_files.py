"""What the ways of TensorFlow through files share: a trace as a SavedModel, and tensors by the names of its inputs."""
import re

import numpy as np
import tensorflow as tf

from deploy_common import converted, place

GAPS = re.compile(r"[Nn]ot (yet )?(supported|implemented)|[Uu]nsupported|is not registered|UnimplementedError")


def save(trace, folder):
    """The SavedModel of a trace; returns its path."""
    module = tf.Module()
    module.function = trace.function
    path = place(folder, "saved")
    converted("tf.saved_model.save", GAPS, tf.saved_model.save, module, path, signatures={"serving_default": trace.concrete})
    return path


def named(flat):
    return {f"x{i:04}": tensor for i, tensor in enumerate(flat)}


def arrays(flat):
    # A tensor without axes gives a number, which interpreters do not take.
    return {name: np.asarray(tensor.numpy()) for name, tensor in named(flat).items()}


def tensors(arrays):
    return {name: tf.convert_to_tensor(array) for name, array in arrays.items()}
