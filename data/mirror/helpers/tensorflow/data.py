"""Helpers of programs that are carried to TensorFlow: data in batches."""
import tensorflow as tf


class Batches(Loader):
    """What torch.utils.data.DataLoader gives, by tf.data."""

    def __iter__(self):
        rows = [self.dataset[k] for k in range(len(self.dataset))]
        rows = [tuple(row) if isinstance(row, list) else row for row in rows]
        data = tf.data.Dataset.from_tensor_slices(tf.nest.map_structure(lambda *parts: tf.stack([batch_number(one) for one in parts]), *rows))
        data = data.shuffle(len(rows)) if self.shuffle else data
        for batch in data.batch(self.batch_size, drop_remainder=self.drop_last):
            yield list(batch) if isinstance(batch, tuple) else batch


def batch_number(value):
    """PyTorch makes whole numbers of Python 64 bits wide, and others double precision."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return value
    return tf.constant(value, tf.int64 if isinstance(value, int) else tf.float64)
