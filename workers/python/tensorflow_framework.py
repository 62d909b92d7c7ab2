"""What onnx_program asks of TensorFlow, for the worker and for what stands on it."""
import numpy as np
import tensorflow as tf

from assay_worker import Unsupported
from tensorflow_ops import OPS
from tensorflow_ops.common import onnx_type


class Framework:
    """What onnx_program asks of TensorFlow."""
    operators = OPS

    @staticmethod
    def constant(value):
        try:
            return tf.constant(value)
        except (ValueError, TypeError) as error:
            raise Unsupported(f"element type {value.dtype}: {error}") from None

    @staticmethod
    def to_numpy(value):
        return np.asarray(value.numpy())

    @staticmethod
    def type_of(value):
        if not tf.is_tensor(value):
            raise Unsupported("a sequence or optional for an operator that is defined by its function body")
        return onnx_type(value.dtype), value.shape.as_list()
