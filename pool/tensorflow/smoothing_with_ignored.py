"""Samples that are to be ignored do not count in a smoothed cross-entropy (pytorch/pytorch#73205). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
tf.keras.utils.set_random_seed(0)
logits, target = tf.random.normal([6, 4]), tf.one_hot([0, 1, 2, 3, 2, 1], 4)
weight = tf.constant([1.0, 0.0, 1.0, 1.0, 0.0, 1.0])
kept = weight > 0
loss = tf.keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.2, reduction="sum")
got = float(loss(target, logits, sample_weight=weight))
want = float(loss(target[kept], logits[kept]))
print(got, want)
assert abs(got - want) < 1e-5
