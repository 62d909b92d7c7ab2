import numpy as np
import tensorflow as tf

t = np.arange(8) / 8
signal = tf.constant(np.sin(2 * np.pi * t) + 0.25, dtype=tf.float32)
spectrum = tf.signal.rfft(signal)
print(tf.abs(spectrum), tf.math.angle(spectrum[1]))
print(tf.signal.irfft(spectrum))
c = tf.signal.fft(tf.cast(signal, tf.complex64))
print(tf.math.real(tf.signal.ifft(c)), tf.math.imag(c))
image = tf.complex(tf.reshape(signal, (2, 4)), tf.zeros((2, 4)))
print(tf.signal.fft2d(image), tf.signal.fftshift(tf.range(5)))
print(tf.signal.frame(signal, frame_length=4, frame_step=2))
print(tf.signal.hann_window(6), tf.signal.dct(signal, type=2, norm="ortho"))
