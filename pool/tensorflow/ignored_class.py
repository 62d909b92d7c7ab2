"""A cross-entropy with class weights, smoothing and ignored samples works (pytorch/pytorch#69339). The twin of that report's program."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow as tf
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=-100, reduction="sum")
logits, target = tf.constant([[1.0, 2.0], [3.0, 0.4]]), tf.constant([-100, 1])
got = float(loss(target, logits))
want = float(loss(target[1:], logits[1:]))
print(got, want)
assert abs(got - want) < 1e-6
