# Describe the bug: tf.image.resize with method='area' differs from bilinear
import numpy as np
import tensorflow as tf

image = np.arange(4 * 4 * 1, dtype=np.float32).reshape(1, 4, 4, 1)
for method in ['bilinear', 'nearest']:
    out = tf.image.resize(image, [2, 2], method=method)
    print(method, out[0, :, :, 0].numpy())
flipped = tf.image.flip_left_right(image)
assert flipped[0, 0, 0, 0] == 3.0
cropped = tf.image.central_crop(image, 0.5)
print(cropped.shape)
gray = tf.image.rgb_to_grayscale(tf.ones([1, 2, 2, 3]))
print(gray)
bright = tf.image.adjust_brightness(image, 0.1)
print(tf.reduce_max(bright))
