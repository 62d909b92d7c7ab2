import numpy as np
import tensorflow as tf

t = np.arange(32, dtype=np.float32) / 32
x = tf.constant(np.sin(2 * np.pi * 4 * t), dtype=tf.float32)
spec = tf.signal.rfft(x)
print(spec.dtype, tf.argmax(tf.abs(spec)))
back = tf.signal.irfft(spec)
print(tf.reduce_max(tf.abs(back - x)) < 1e-4)
frames = tf.signal.frame(x, frame_length=8, frame_step=4)
print(frames.shape)
print(tf.signal.hann_window(8))
